// What the floor asks for: forms become commands, two signatures are waited for, payouts want a fresh
// proof of identity.
import { call, newKey, resendPending, showNotice } from "../api.js";
import { playingCard } from "../draw.js";
import { refusalText } from "../words.js";
import { commandValue } from "./fields.js";
import { look } from "./floor.js";
import { postProven } from "./identity.js";

const WAITS = 202;
const LOOK_MS = 900;
const AGAIN_MS = 5000;

function commandIn(form) {
  const command = { do: form.dataset.do };
  for (const input of form.querySelectorAll("input[name], select[name]")) {
    const value = commandValue(input);
    if (value !== undefined) command[input.name] = value;
  }
  return command;
}

function showAnswer(form, text, good) {
  const place = form.querySelector(".said");
  place.textContent = text;
  place.classList.toggle("bad", !good);
  place.classList.toggle("good", good);
}

// Where a form is sent, what is sent (null is a withdrawal), and what is said when it is done.
function requestOf(form) {
  const { table, meter, sign, withdraw } = form.dataset;
  if (sign) return { path: `/api/signing/${sign}`, body: undefined, done: "Signed." };
  if (withdraw) return { path: `/api/signing/${withdraw}`, body: null, done: "Withdrawn." };
  const body = { key: newKey(), command: commandIn(form) };
  if (form.hasAttribute("data-signed")) {
    const done = "Requested; waiting for a second signature.";
    return { path: "/api/signing", body: { table, ...body }, done };
  }
  const place = meter ? `/api/meters/${meter}` : `/api/tables/${table}`;
  return { path: `${place}/commands`, body, done: "Done." };
}

async function deleteRequest(path) {
  const response = await call("DELETE", path);
  return { ok: response.ok, body: response.ok ? {} : await response.json() };
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-do], form[data-sign], form[data-withdraw]")) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  showAnswer(form, "Sending…", true);
  const { path, body, done } = requestOf(form);
  const answer = body === null ? await deleteRequest(path) : await postProven(path, body);
  delete form.dataset.busy;
  const told = answer.status === WAITS ? `Requested: ${answer.body.told}.` : done;
  showAnswer(form, answer.ok ? told : refusalText(answer), answer.ok);
  if (answer.ok) {
    // A field may have the name `reset`, and would stand before the form's own method.
    HTMLFormElement.prototype.reset.call(form);
    document.activeElement?.blur();
    showNotice(told);
    await look();
  }
});

function drawCards() {
  for (const place of document.querySelectorAll("[data-cards]:empty")) {
    const cards = place.dataset.cards.split(" ").filter(Boolean);
    place.append(...cards.map((card) => playingCard(card === "-" ? null : card)));
  }
}

// What happens at the table is shown at once; the page's own looks are for what else changes.
let due = null;
function follow(table) {
  const stream = new EventSource(`/api/tables/${table}/stream`);
  stream.addEventListener("update", () => {
    due ??= setTimeout(async () => {
      await look();
      due = null;
    }, LOOK_MS);
  });
  stream.addEventListener("error", () => {
    stream.close();
    setTimeout(() => follow(table), AGAIN_MS);
  });
}

// An address may name what is to be done: it opens, and the keyboard is in it.
function openNamed() {
  const named = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (!named?.matches("details.act")) return;
  named.open = true;
  named.scrollIntoView({ block: "center" });
  named.querySelector("input:not([type=hidden]), select, button")?.focus();
}

const here = document.getElementById("floor-table");
// After the browser, which goes to what the address names and takes the keyboard from it.
const openSoon = () => setTimeout(openNamed);
if (document.readyState === "complete") openSoon();
else addEventListener("load", openSoon);
addEventListener("hashchange", openSoon);
if (here) follow(here.dataset.table);
document.addEventListener("freshened", drawCards);
drawCards();
resendPending().then((answer) => {
  if (answer && !answer.ok) showNotice(refusalText(answer));
});
