// The cage: a form with two buttons becomes a deposit or a withdrawal, under one key until it is
// answered.
import { requestFor, resendPending, showNotice } from "../api.js";
import { plainAmount } from "../money.js";
import { look } from "./floor.js";
import { postProven } from "./identity.js";
import { wireSigning } from "./signing.js";

const WAITS = 202;
const form = document.getElementById("cage");
const place = document.getElementById("cage-said");
const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

function showAnswer(text, good) {
  place.textContent = text;
  place.className = `said ${good ? "good" : "bad"}`;
}

function showRefusal(why, input) {
  showAnswer(why, false);
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
}

// What was done, and what the player has after it. An answer to a repeated request carries no event: the
// command says what it was.
function showDone({ do: act, player, amount }, balance) {
  const has = exact.format(balance);
  const listed = document.getElementById(`held-${player}`);
  if (listed) listed.textContent = has;
  const moved = `${act === "deposit" ? "deposited" : "withdrew"} ${exact.format(amount)}`;
  showAnswer(`${player} ${moved} and now has ${has} with the house.`, true);
}

// A refusal is about the field that the house names; the cage's own messages begin with it.
function fieldOf({ where = "", message = "" }) {
  return ["player", "amount"]
    .map((name) => form.elements[name])
    .find(({ name }) => where.endsWith(name) || message.startsWith(`${name}:`));
}

let unanswered = null;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.dataset.busy) return;
  const { player, amount } = form.elements;
  for (const input of [player, amount]) input.removeAttribute("aria-invalid");
  player.value = player.value.trim().toLowerCase();
  if (!player.checkValidity()) {
    showRefusal("Enter the name that the player signs in with.", player);
    return;
  }
  const dollars = plainAmount(amount.value);
  if (!new RegExp(amount.dataset.read).test(dollars)) {
    showRefusal("Enter the amount in dollars, in figures: 100 or 12.50.", amount);
    return;
  }
  form.dataset.busy = "yes";
  showAnswer("Sending…", true);
  const command = { do: event.submitter?.value ?? "deposit", player: player.value, amount: dollars };
  const request = requestFor(command, unanswered);
  const answer = await postProven("/api/cage/commands", request);
  unanswered = answer.status === 0 ? request : null;
  delete form.dataset.busy;
  if (!answer.ok) {
    showRefusal(answer.body.message || "The house gave no reason.", fieldOf(answer.body));
    return;
  }
  form.reset();
  if (answer.status === WAITS) showAnswer(`Requested: ${answer.body.told}.`, true);
  else showDone(command, answer.body.balance);
  player.focus();
  look();
});

wireSigning(look);
resendPending().then((answer) => {
  if (answer) showNotice(answer.ok ? "Your last request is done." : answer.body.message);
  if (answer?.ok) look();
});
