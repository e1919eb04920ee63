// The administrator's page: each act is one request; what comes of it stands beside whom it is about.
import { call, notice, signOutButton } from "../api.js";
import { asked } from "./identity.js";

const linkCard = document.getElementById("link");
const linkText = document.getElementById("link-text");
const of = (name) => document.getElementById(`person-${name}`);

// These requests have no key: one that may have arrived is never sent a second time by itself.
async function once(path, body) {
  const answer = await call("POST", path, body).catch(() => null);
  if (!answer) {
    return {
      ok: false,
      told: { message: "The house cannot be reached. Load the page again to see whether it was done." },
    };
  }
  return { ok: answer.ok, told: await answer.json() };
}

function say(place, text, good) {
  place.textContent = text;
  place.className = `said ${good ? "good" : "bad"}`;
}

// The list as the house has it now; the words of the last act and the focus stay where they are.
async function freshen() {
  const answer = await fetch(location.pathname + location.search, { credentials: "same-origin" }).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const told = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .getElementById("people");
  if (told) document.getElementById("people").replaceWith(document.importNode(told, true));
}

function showLink(told) {
  const list = document.getElementById("people").dataset;
  const signsIn = told.use === "sign_in";
  linkText.value = `${location.origin}/${signsIn ? "enter" : "enrol"}#${told.link}`;
  document.getElementById("link-title").textContent = `A link for ${told.name}`;
  document.getElementById("link-about").textContent =
    `${signsIn ? "It signs them in" : "They choose a password with it"}, once, within ${list.hours} hours. It is shown this once.`;
  say(document.getElementById("link-said"), "", true);
  linkCard.hidden = false;
  linkCard.scrollIntoView({ block: "nearest" });
  linkCard.focus({ preventScroll: true });
}

const told = (answer) => answer.told.message || "The house did not say why.";

function refused(input, said, why) {
  input.setAttribute("aria-invalid", "true");
  say(said, why, false);
  input.focus();
}

document.querySelector("form[data-path]").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const said = document.getElementById("add-said");
  const input = form.elements.name;
  if (form.dataset.busy) return;
  input.value = input.value.trim();
  if (!input.checkValidity()) {
    refused(input, said, `A name is needed. ${document.getElementById("name-why").textContent}`);
    return;
  }
  form.dataset.busy = "yes";
  const entered = new FormData(form);
  const answer = await asked(
    form.dataset.path,
    { name: entered.get("name"), role: entered.get("role") },
    once,
  );
  delete form.dataset.busy;
  if (!answer.ok) {
    refused(input, said, told(answer));
    return;
  }
  input.removeAttribute("aria-invalid");
  input.value = "";
  say(said, `${answer.told.name} is known now, as ${answer.told.role}.`, true);
  await freshen();
  showLink({ ...answer.told, use: "enrol" });
});

function bodyOf(button) {
  const { change, person } = button.dataset;
  if (change === "link") {
    return { link: document.getElementById("people").dataset.demonstration ? "sign_in" : "enrol" };
  }
  if (change === "role") return { role: of(person).querySelector("select").value };
  return { state: change };
}

const DONE = {
  barred: "Disabled; every session is over.",
  active: "May sign in again.",
  role: "Has another role; every session is over.",
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-change]");
  if (!button || button.dataset.busy) return;
  button.dataset.busy = "yes";
  const { change, person } = button.dataset;
  const body = bodyOf(button);
  const answer = await asked(`/api/people/${person}`, body, once);
  delete button.dataset.busy;
  if (!answer.ok) {
    say(of(person).querySelector(".said"), told(answer), false);
    button.focus();
    return;
  }
  await freshen();
  if (change === "link") {
    showLink({ ...answer.told, use: body.link });
    return;
  }
  const line = of(person);
  if (!line) {
    notice(`${person}: ${DONE[change]}`);
    return;
  }
  say(line.querySelector(".said"), DONE[change], true);
  line.querySelector("button[data-change=active], button[data-change=barred]")?.focus();
});

// A role is chosen first and changed by a button: a wheel or an arrow key alone changes nobody.
document.addEventListener("change", (event) => {
  const { person, roleOf } = event.target.dataset;
  if (person && roleOf) {
    of(person).querySelector("[data-change=role]").hidden = event.target.value === roleOf;
  }
});

document.getElementById("link-copy").addEventListener("click", async () => {
  const said = document.getElementById("link-said");
  try {
    await navigator.clipboard.writeText(linkText.value);
    say(said, "Copied.", true);
  } catch {
    // Without TLS a browser gives no page its clipboard: the link is marked to be copied by hand.
    linkText.select();
    say(
      said,
      "The browser does not let the page copy it: it is marked, copy it with the keyboard.",
      false,
    );
  }
});

document.getElementById("link-done").addEventListener("click", () => {
  linkText.value = "";
  linkCard.hidden = true;
  document.querySelector("form[data-path] input[name=name]").focus();
});

signOutButton();
