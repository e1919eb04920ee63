// The cage: a form with two buttons becomes a deposit or a withdrawal, under one key until it is answered.
import { askAgain, newKey, notice } from "../api.js";
import { look } from "./floor.js";
import { asked } from "./identity.js";

const form = document.getElementById("cage");
const said = document.getElementById("cage-said");
const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

function say(text, good) {
  said.textContent = text;
  said.className = `said ${good ? "good" : "bad"}`;
}

function refused(why, input) {
  say(why, false);
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
}

// What was done, and what the player has after it. A repeated answer tells no event: the command says what it was.
function done(command, balance) {
  const has = exact.format(balance);
  const held = document.getElementById(`held-${command.player}`);
  if (held) held.textContent = has;
  return `${command.player} ${command.do === "deposit" ? "brought" : "took"} ${exact.format(command.amount)} and has ${has} with the house now.`;
}

// A refusal is about the field that the house names; the cage's own words begin with it.
function fieldOf({ where = "", message = "" }) {
  return ["player", "amount"]
    .map((name) => form.elements[name])
    .find((each) => where.endsWith(each.name) || message.startsWith(`${each.name}:`));
}

// What may have arrived unanswered is asked again under its own key, so that pressing twice moves the money once.
let unanswered = null;
const bodyOf = (command) =>
  JSON.stringify(unanswered?.command) === JSON.stringify(command)
    ? unanswered
    : { key: newKey(), command };

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.dataset.busy) return;
  const { player, amount } = form.elements;
  for (const each of [player, amount]) each.removeAttribute("aria-invalid");
  player.value = player.value.trim().toLowerCase();
  if (!player.checkValidity()) {
    refused("Say whose money it is, by the name they sign in with.", player);
    return;
  }
  const dollars = amount.value.replaceAll(/[$,\s]/g, "");
  if (!new RegExp(amount.dataset.read).test(dollars)) {
    refused("Say how many dollars, in figures: 100, or 12.50.", amount);
    return;
  }
  form.dataset.busy = "yes";
  say("Asking…", true);
  const command = { do: event.submitter?.value ?? "deposit", player: player.value, amount: dollars };
  const body = bodyOf(command);
  const answer = await asked("/api/cage/commands", body);
  unanswered = answer.status === 0 ? body : null;
  delete form.dataset.busy;
  if (!answer.ok) {
    refused(answer.told.message || "The house did not say why.", fieldOf(answer.told));
    return;
  }
  form.reset();
  say(done(command, answer.told.balance), true);
  player.focus();
  look();
});

askAgain().then((answer) => {
  if (answer) notice(answer.ok ? "What you asked for last is done." : answer.told.message);
  if (answer?.ok) look();
});
