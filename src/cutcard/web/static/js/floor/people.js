// The administrator's page: each act is one request; what comes of it stands beside whom it is about.
import { call, showNotice, wireSignOut } from "../api.js";
import { postProven } from "./identity.js";

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
  if (response) return { ok: response.ok, body: await response.json() };
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
  const people = page.getElementById("people");
  if (people) document.getElementById("people").replaceWith(document.importNode(people, true));
}

function showLink({ name, link, use }) {
  const { hours } = document.getElementById("people").dataset;
  const signsIn = use === "sign_in";
  const does = signsIn ? "It signs them in" : "They choose a password with it";
  linkText.value = `${location.origin}/${signsIn ? "enter" : "enrol"}#${link}`;
  document.getElementById("link-title").textContent = `A link for ${name}`;
  document.getElementById("link-about").textContent =
    `${does}, once, within ${hours} hours. It is shown only once.`;
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
  showAnswer(place, `${answer.body.name} is added, as ${answer.body.role}.`, true);
  await freshen();
  showLink({ ...answer.body, use: "enrol" });
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
  if (change === "link") {
    showLink({ ...answer.body, use: body.link });
    return;
  }
  const row = rowOf(person);
  if (!row) {
    showNotice(`${person}: ${DONE[change]}`);
    return;
  }
  showAnswer(row.querySelector(".said"), DONE[change], true);
  row.querySelector("button[data-change=active], button[data-change=barred]")?.focus();
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
