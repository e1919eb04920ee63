// The lobby and the meter wall: the page asks for itself again, and changes only what changed.
import { signOutButton } from "./api.js";

const EVERY_MS = 3000;

function freshen(fresh) {
  for (const grid of document.querySelectorAll("#tables, #wall")) {
    const other = fresh.getElementById(grid.id);
    if (!other) {
      location.reload();
      return;
    }
    const ids = (of) => [...of.children].map((each) => each.id).join(" ");
    if (ids(other) !== ids(grid)) {
      grid.replaceChildren(...other.children);
      continue;
    }
    [...grid.children].forEach((old, at) => {
      const now = other.children[at];
      if (old.innerHTML !== now.innerHTML) old.innerHTML = now.innerHTML;
    });
  }
  const found = document.getElementById("found");
  const told = fresh.getElementById("found")?.textContent ?? "";
  if (found && found.textContent !== told) found.textContent = told;
}

async function ask() {
  const address = location.pathname + location.search;
  const answer = await fetch(address, { credentials: "same-origin" }).catch(() => null);
  if (answer?.redirected) location.assign("/enter");
  else if (answer?.ok && address === location.pathname + location.search) {
    freshen(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }
}

async function look() {
  if (!document.hidden) await ask();
  setTimeout(look, EVERY_MS);
}

function filtering(form) {
  const said = () =>
    new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
  const changed = (event) => {
    event.preventDefault();
    const query = said();
    history.replaceState(null, "", query ? `/?${query}` : "/");
    ask();
  };
  form.addEventListener("change", changed);
  form.addEventListener("submit", changed);
  document.getElementById("find").hidden = true;
}

signOutButton();
const form = document.getElementById("filters");
if (form) filtering(form);
setTimeout(look, EVERY_MS);
