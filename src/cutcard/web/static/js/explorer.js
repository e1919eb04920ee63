// The search of the static explorer: every entry that has all the words, the ones named so first.

const MOST = 60;
const field = document.getElementById("search");
const list = document.getElementById("found");
let entries = null;

/** The entries, fetched once from beside the page. */
async function known() {
  entries ??= await (await fetch("search.json")).json();
  return entries;
}

/** The entries that have every word in their name or text; those with all words in the name first. */
export function matching(all, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const has = (said) => words.every((word) => said.toLowerCase().includes(word));
  const found = all.filter(([law, name, says]) => has(`${law} ${name} ${says}`));
  const named = found.filter(([, name]) => has(name));
  return [...named, ...found.filter((each) => !named.includes(each))].slice(0, MOST);
}

function item([law, name, says, address]) {
  const line = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${law}/${address}`;
  link.textContent = name;
  line.append(link, ` (${law}): ${says}`);
  return line;
}

field?.addEventListener("input", async () => {
  const all = await known();
  list.replaceChildren(...matching(all, field.value).map(item));
});
