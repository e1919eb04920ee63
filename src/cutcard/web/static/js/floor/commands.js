// What the floor asks for: forms become commands, two signatures are waited for, payouts want a fresh proof.
import { askAgain, call, newKey, notice } from "../api.js";
import { look } from "./floor.js";
import { playingCard, turnedAway } from "../draw.js";
import { asked } from "./identity.js";

function valueOf(input) {
  if (input.dataset.kind === "check") return input.checked;
  if (input.dataset.kind === "whole") return input.value === "" ? undefined : Number(input.value);
  const text = input.value.trim();
  return text === ""
    ? undefined
    : input.name === "amount" || input.dataset.kind === "amount"
      ? text.replaceAll(/[$,\s]/g, "")
      : text;
}

function commandOf(form) {
  const found = { do: form.dataset.do };
  for (const input of form.querySelectorAll("input[name], select[name]")) {
    const value = valueOf(input);
    if (value !== undefined) found[input.name] = value;
  }
  return found;
}

function say(form, text, good) {
  const said = form.querySelector(".said");
  said.textContent = text;
  said.classList.toggle("bad", !good);
  said.classList.toggle("good", good);
}

function requestOf(form) {
  const { table, meter, sign, withdraw } = form.dataset;
  if (sign) return [`/api/signing/${sign}`, undefined, "Signed."];
  if (withdraw) return [`/api/signing/${withdraw}`, null, "Withdrawn."];
  const command = commandOf(form);
  if (form.hasAttribute("data-signed")) {
    return [
      "/api/signing",
      { table, key: newKey(), command },
      "Asked; it waits for another's signature.",
    ];
  }
  const place = meter ? `/api/meters/${meter}` : `/api/tables/${table}`;
  return [`${place}/commands`, { key: newKey(), command }, "Done."];
}

async function withdrawn(path) {
  const answer = await call("DELETE", path);
  return { ok: answer.ok, told: answer.ok ? {} : await answer.json() };
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-do], form[data-sign], form[data-withdraw]")) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  say(form, "Asking…", true);
  const [path, body, good] = requestOf(form);
  const answer = body === null ? await withdrawn(path) : await asked(path, body);
  delete form.dataset.busy;
  say(form, answer.ok ? good : turnedAway(answer), answer.ok);
  if (answer.ok) {
    // A field may have the name `reset`, and would stand before the form's own method.
    HTMLFormElement.prototype.reset.call(form);
    document.activeElement?.blur();
    notice(good);
    await look();
  }
});

export function drawCards() {
  for (const place of document.querySelectorAll("[data-cards]:empty")) {
    place.append(
      ...place.dataset.cards
        .split(" ")
        .filter(Boolean)
        .map((each) => playingCard(each === "-" ? null : each)),
    );
  }
}

// What happens at the table is shown at once; the page's own looks are for what else changes.
const LOOK_MS = 900;
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
    setTimeout(() => follow(table), 5000);
  });
}

const here = document.getElementById("floor-table");
if (here) follow(here.dataset.table);
document.addEventListener("freshened", drawCards);
drawCards();
askAgain().then((answer) => {
  if (answer && !answer.ok) notice(turnedAway(answer));
});
