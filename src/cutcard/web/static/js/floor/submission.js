// A submission: fields become plain values, the house checks them, and its findings stand beside their fields.
import { call, signOutButton } from "../api.js";
import { made } from "../draw.js";

const form = document.getElementById("open");
const verdict = document.getElementById("verdict");
const WAIT_MS = 350;
let asked = 0;
let waiting;

function valueOf(input) {
  const text = input.value.trim();
  if (text === "") return undefined;
  switch (input.dataset.kind) {
    case "choice":
      return JSON.parse(text);
    case "number":
      return Number.isNaN(Number(text)) ? text : Number(text);
    case "list":
      return text
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean);
    default:
      return text;
  }
}

function put(into, path, value) {
  const parts = path.split(".");
  const last = parts.pop();
  let place = into;
  for (const each of parts) place = place[each] ??= {};
  place[last] = value;
}

function submission() {
  const found = { document: form.dataset.document, options: {}, wagers: {} };
  const offered = new Set(
    [...form.querySelectorAll("[data-offer]:checked")].map((each) => each.dataset.offer),
  );
  for (const each of offered) found.wagers[each] = {};
  for (const input of form.querySelectorAll("[data-path]")) {
    const [room, wager] = input.dataset.path.split(".");
    if (room === "wagers" && !offered.has(wager)) continue;
    const value = valueOf(input);
    if (value !== undefined) put(found, input.dataset.path, value);
  }
  return found;
}

function links() {
  const found = {};
  for (const input of form.querySelectorAll("[data-link]")) {
    const offered = input.closest("[data-wager]").querySelector("[data-offer]").checked;
    if (offered && input.value.trim()) found[input.dataset.link] = input.value.trim();
  }
  return found;
}

function placeOf(path) {
  for (let at = path; at; at = at.includes(".") ? at.slice(0, at.lastIndexOf(".")) : "") {
    const found = form.querySelector(`[data-field="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

const WORDS = { violation: "Not permitted", warning: "Warning", note: "Note" };

// Beside its field a finding needs no place; the path is for whoever writes the file by hand.
function line(found, place = "") {
  return made(
    "li",
    { class: `finding ${found.severity}`, title: found.path },
    made("b", {}, `${WORDS[found.severity]}: `),
    place && `${place}: `,
    found.told,
    " ",
    ...cited(found.cite),
  );
}

// Each provision and each reading opens in the law.
function cited(text) {
  const href = (cite) => `/law/${form.dataset.document}?cite=${encodeURIComponent(cite)}`;
  return text
    .split("; ")
    .filter(Boolean)
    .flatMap((each) => [made("a", { class: "cite", href: href(each), target: "_blank" }, each), " "]);
}

function clear() {
  for (const list of form.querySelectorAll(".findings, .found")) list.replaceChildren();
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

function show(checked) {
  clear();
  const count = { violation: 0, warning: 0, note: 0 };
  for (const found of checked.findings) {
    count[found.severity] += 1;
    const place = placeOf(found.path);
    if (!place) {
      document.getElementById("others").append(line(found, found.place));
      continue;
    }
    place.querySelector(".findings").append(line(found));
    const input = place.querySelector("[data-path]");
    if (found.severity === "violation") input?.setAttribute("aria-invalid", "true");
    if (found.severity !== "note") jump(found, place, input);
  }
  const told = Object.entries(count)
    .filter(([, many]) => many)
    .map(([kind, many]) => `${many} ${kind}${many > 1 ? "s" : ""}`);
  verdict.textContent = checked.compliant
    ? `Compliant${told.length ? `, ${told.join(", ")}` : ""}`
    : `Not compliant: ${told.join(", ")}`;
  verdict.className = checked.compliant ? "good" : "bad";
  document.getElementById("set-up").disabled = !checked.compliant;
}

function jump(found, place, input) {
  const go = made(
    "button",
    {
      type: "button",
      class: "quiet",
      title: found.path,
      onclick: () => {
        for (let at = place; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
        (input ?? place.querySelector("summary, input")).focus();
      },
    },
    `${WORDS[found.severity]}: ${found.place}`,
  );
  document.getElementById("found").append(made("li", {}, go));
}

async function check() {
  asked += 1;
  const mine = asked;
  const answer = await call("POST", "/api/submissions", submission()).catch(() => null);
  if (mine !== asked) return;
  if (answer?.ok) {
    show(await answer.json());
    return;
  }
  const told = answer
    ? (await answer.json()).message
    : "The house cannot be reached; what you entered stays here.";
  verdict.textContent = told;
  verdict.className = "bad";
  document.getElementById("set-up").disabled = true;
}

function soon() {
  clearTimeout(waiting);
  verdict.textContent = "Checking…";
  verdict.className = "";
  waiting = setTimeout(check, WAIT_MS);
}

function say(text, beside) {
  document.getElementById("open-said").textContent = beside ? "" : text;
  document.getElementById("open-said").className = "said bad";
  const list = document.getElementById("said-name");
  list.replaceChildren(...(beside ? [made("li", { class: "finding violation" }, text)] : []));
}

form.addEventListener("input", (event) => {
  if (event.target.id === "table-name" || event.target.id === "dealt") return;
  if (event.target.dataset.offer) {
    event.target.closest("details").querySelector(".offered-word").textContent = event.target.checked
      ? "offered"
      : "not offered";
  }
  soon();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = document.getElementById("table-name").value.trim();
  if (!/^[A-Za-z0-9-]{1,40}$/.test(name)) {
    say("name: 1 to 40 letters, digits and hyphens are needed", true);
    document.getElementById("table-name").focus();
    return;
  }
  const dealt = document.getElementById("dealt").value;
  const button = document.getElementById("set-up");
  button.disabled = true;
  const body = {
    name,
    submission: submission(),
    dealer: dealt === "automatic" ? "automatic" : "manual",
    scanned: dealt === "scanned",
    links: links(),
  };
  const answer = await call("POST", "/api/tables", body).catch(() => null);
  button.disabled = false;
  if (answer?.ok) {
    location.assign(`/floor/tables/${name}`);
    return;
  }
  const told = answer
    ? await answer.json()
    : { message: "The house cannot be reached; what you entered stays here.", where: "", cite: "" };
  if (told.where === "submission") {
    check();
    say("It is not compliant as it stands: what the check says is beside its fields.", false);
    return;
  }
  say(
    [told.message, told.cite].filter(Boolean).join(" · "),
    told.where === "name" || told.message.startsWith("table:"),
  );
});

signOutButton();
check();
