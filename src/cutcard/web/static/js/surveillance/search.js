// The search page: the form is the server's; the chain's state is asked for while it is verified.
import { call, notice, signOutButton } from "../api.js";

const state = document.getElementById("chain-state");
const progress = document.getElementById("chain-progress");
const broken = document.getElementById("chain-broken");
const button = document.getElementById("verify");
const utc = (at) => new Date(at).toISOString().slice(0, 19).replace("T", " ");

function show(told) {
  const { verification: last } = told;
  progress.hidden = !last.running;
  if (button) button.disabled = last.running;
  if (last.running) {
    progress.value = last.total ? last.done / last.total : 0;
    state.textContent = `Verifying: ${last.done.toLocaleString("en-US")} of ${last.total.toLocaleString("en-US")} events`;
  } else if (last.ended !== null) {
    const held = last.counts;
    const counts = Object.keys(held).length
      ? `: ${held.events.toLocaleString("en-US")} events, ${held.movements.toLocaleString("en-US")} movements, ${held.rounds.toLocaleString("en-US")} rounds`
      : "";
    state.textContent = last.sound
      ? `Verified ${utc(last.ended)}${counts}; all is as it was written, and the ledger is zero.`
      : `Looked at ${utc(last.ended)}: something is wrong.`;
  }
  broken.replaceChildren(
    ...last.broken.map((each) => Object.assign(document.createElement("li"), { textContent: each })),
  );
  return last.running;
}

async function ask(method, path) {
  const answer = await call(method, path).catch(() => null);
  if (!answer) return notice("The house cannot be reached; try again.");
  const told = await answer.json();
  if (!answer.ok) return notice(told.message);
  if (show(told)) setTimeout(() => ask("GET", "/api/surveillance/chain"), 400);
  return undefined;
}

button?.addEventListener("click", () => ask("POST", "/api/surveillance/chain/verify"));
ask("GET", "/api/surveillance/chain");
document.getElementById("search").addEventListener("submit", (event) => {
  for (const field of event.target.elements) if (!field.value) field.disabled = true;
});
addEventListener("pageshow", () => {
  for (const field of document.getElementById("search").elements) field.disabled = false;
});
signOutButton();
