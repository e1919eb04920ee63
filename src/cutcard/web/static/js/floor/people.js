// The administrator's page: each act is one request; what comes of it stands beside whom it is about.
import { call, showNotice, wireSignOut } from "../api.js";
import { postProven } from "./identity.js";
import { wireSigning } from "./signing.js";

const WAITS = 202;
const DONE = {
  barred: "Disabled; every session has ended.",
  active: "May sign in again.",
  role: "Role changed; every session has ended.",
};
const linkCard = document.getElementById("link");
const linkText = document.getElementById("link-text");
const rowOf = (person) => document.getElementById(`person-${person}`);
const reasonIn = (answer) => answer.body.message || "The house gave no reason.";

// These requests have no key: one that may have arrived is never sent a second time by itself.
async function postOnce(path, body) {
  const response = await call("POST", path, body).catch(() => null);
  if (response) {
    const { ok, status } = response;
    return { ok, status, body: await response.json() };
  }
  const message = "The house cannot be reached. Load the page again to see whether it was done.";
  return { ok: false, body: { message } };
}

function showAnswer(place, text, good) {
  place.textContent = text;
  place.className = `said ${good ? "good" : "bad"}`;
}

// The list as the house has it now; the answer to the last act and the focus stay where they are.
async function freshen() {
  const address = location.pathname + location.search;
  const response = await fetch(address, { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ["people", "signing"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id).replaceWith(document.importNode(fresh, true));
  }
}

function showLink({ name, link, use, waits = false }) {
  const { hours } = document.getElementById("people").dataset;
  const signsIn = use === "sign_in";
  const does = signsIn ? "It signs them in" : "They choose a password with it";
  const also = waits ? " It is void without the word of the administrator who signs." : "";
  linkText.value = `${location.origin}/${signsIn ? "enter" : "enrol"}#${link}`;
  document.getElementById("link-title").textContent = `A link for ${name}`;
  document.getElementById("link-about").textContent =
    `${does}, once, within ${hours} hours. It is shown only once.${also}`;
  showAnswer(document.getElementById("link-said"), "", true);
  linkCard.hidden = false;
  linkCard.scrollIntoView({ block: "nearest" });
  linkCard.focus({ preventScroll: true });
}

function showRefusal(input, place, why) {
  input.setAttribute("aria-invalid", "true");
  showAnswer(place, why, false);
  input.focus();
}

document.querySelector("form[data-path]").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const place = document.getElementById("add-said");
  const input = form.elements.name;
  if (form.dataset.busy) return;
  input.value = input.value.trim();
  if (!input.checkValidity()) {
    const rule = document.getElementById("name-why").textContent;
    showRefusal(input, place, `A name is needed. ${rule}`);
    return;
  }
  form.dataset.busy = "yes";
  const fields = new FormData(form);
  const person = { name: fields.get("name"), role: fields.get("role") };
  const answer = await postProven(form.dataset.path, person, postOnce);
  delete form.dataset.busy;
  if (!answer.ok) {
    showRefusal(input, place, reasonIn(answer));
    return;
  }
  input.removeAttribute("aria-invalid");
  input.value = "";
  const waits = answer.status === WAITS;
  const added = `${answer.body.name} is added, as ${answer.body.role}.`;
  showAnswer(place, waits ? `Requested: ${answer.body.told}.` : added, true);
  await freshen();
  showLink({ name: person.name, link: answer.body.link, use: "enrol", waits });
});

function requestOf({ change, person }) {
  if (change === "link") {
    const isDemonstration = document.getElementById("people").dataset.demonstration;
    return { link: isDemonstration ? "sign_in" : "enrol" };
  }
  if (change === "role") return { role: rowOf(person).querySelector("select").value };
  return { state: change };
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-change]");
  if (!button || button.dataset.busy) return;
  button.dataset.busy = "yes";
  const { change, person } = button.dataset;
  const body = requestOf(button.dataset);
  const answer = await postProven(`/api/people/${person}`, body, postOnce);
  delete button.dataset.busy;
  if (!answer.ok) {
    showAnswer(rowOf(person).querySelector(".said"), reasonIn(answer), false);
    button.focus();
    return;
  }
  await freshen();
  const waits = answer.status === WAITS;
  if (change === "link") {
    showLink({ name: person, link: answer.body.link, use: body.link, waits });
    return;
  }
  const row = rowOf(person);
  if (!row) {
    showNotice(`${person}: ${DONE[change]}`);
    return;
  }
  showAnswer(row.querySelector(".said"), waits ? `Requested: ${answer.body.told}.` : DONE[change], true);
  row.querySelector("button[data-change=active], button[data-change=barred]")?.focus();
});

// What another administrator asked for is signed here; the word of a link is shown this once.
function showWord({ name, word }) {
  linkText.value = word;
  document.getElementById("link-title").textContent = `A word for ${name}`;
  document.getElementById("link-about").textContent =
    "Tell it to them yourself: the link, which the other administrator has, is void without it. " +
    "It is shown only once.";
  linkCard.hidden = false;
  linkCard.focus({ preventScroll: true });
}

wireSigning(async (answer) => {
  await freshen();
  if (answer.word) showWord(answer);
});

// A role is chosen first and changed by a button: a wheel or an arrow key alone changes nobody.
document.addEventListener("change", (event) => {
  const { person, roleOf } = event.target.dataset;
  if (!person || !roleOf) return;
  rowOf(person).querySelector("[data-change=role]").hidden = event.target.value === roleOf;
});

document.getElementById("link-copy").addEventListener("click", async () => {
  const place = document.getElementById("link-said");
  try {
    await navigator.clipboard.writeText(linkText.value);
    showAnswer(place, "Copied.", true);
  } catch {
    // Without TLS a browser gives no page its clipboard: the link is marked to be copied by hand.
    linkText.select();
    const why = "The browser does not let this page copy it. It is selected: copy it with the keyboard.";
    showAnswer(place, why, false);
  }
});

document.getElementById("link-done").addEventListener("click", () => {
  linkText.value = "";
  linkCard.hidden = true;
  document.querySelector("form[data-path] input[name=name]").focus();
});

wireSignOut();
