// The search page: the form is the server's; the chain's state is asked for while it is verified.
import { call, showNotice, wireSignOut } from "../api.js";
import { element } from "../elements.js";
import { chainText } from "./chain.js";

const AGAIN_MS = 400;
const state = document.getElementById("chain-state");
const progress = document.getElementById("chain-progress");
const broken = document.getElementById("chain-broken");
const button = document.getElementById("verify");

// Returns whether the verification is still running.
function show({ verification }) {
  const { running, done, total } = verification;
  progress.hidden = !running;
  if (button) button.disabled = running;
  if (running) progress.value = total ? done / total : 0;
  const text = chainText(verification);
  if (text) state.textContent = text;
  broken.replaceChildren(...verification.broken.map((finding) => element("li", {}, finding)));
  return running;
}

async function ask(method, path) {
  const response = await call(method, path).catch(() => null);
  if (!response) {
    showNotice("The house cannot be reached; try again.");
    return;
  }
  const answer = await response.json();
  if (!response.ok) showNotice(answer.message);
  else if (show(answer)) setTimeout(() => ask("GET", "/api/surveillance/chain"), AGAIN_MS);
}

// Fields that are empty are not sent: the address of a search stays short.
const search = document.getElementById("search");
search.addEventListener("submit", () => {
  for (const field of search.elements) if (!field.value) field.disabled = true;
});
addEventListener("pageshow", () => {
  for (const field of search.elements) field.disabled = false;
});
button?.addEventListener("click", () => ask("POST", "/api/surveillance/chain/verify"));
ask("GET", "/api/surveillance/chain");
wireSignOut();
