// The audit page: the chain's state is asked for while it is verified, the store is compared with its
// anchors, and streams are found by a part of their name.
import { call, showNotice, wireSignOut } from "../api.js";
import { element } from "../elements.js";
import { anchorText, chainText } from "./chain.js";

const AGAIN_MS = 400;
const $ = (id) => document.getElementById(id);

// Returns whether the verification is still running.
function show({ verification }) {
  const { running, done, total } = verification;
  $("chain-progress").hidden = !running;
  if ($("verify")) $("verify").disabled = running;
  if (running) $("chain-progress").value = total ? done / total : 0;
  const text = chainText(verification);
  if (text) $("chain-state").textContent = text;
  $("chain-broken").replaceChildren(...verification.broken.map((finding) => element("li", {}, finding)));
  return running;
}

async function answerOf(method, path) {
  const response = await call(method, path).catch(() => null);
  if (!response) {
    showNotice("The house cannot be reached; try again.");
    return null;
  }
  const answer = await response.json();
  if (!response.ok) showNotice(answer.message);
  return response.ok ? answer : null;
}

async function ask(method, path) {
  const answer = await answerOf(method, path);
  if (answer && show(answer)) setTimeout(() => ask("GET", "/api/surveillance/chain"), AGAIN_MS);
}

async function checkAnchors({ target }) {
  target.disabled = true;
  const found = await answerOf("POST", "/api/audit/anchors/check");
  target.disabled = false;
  if (!found) return;
  const items = found.flatMap((each) => [
    element("li", { class: each.broken.length ? "wrong" : "same" }, anchorText(each)),
    ...each.broken.map((finding) => element("li", { class: "wrong" }, finding)),
  ]);
  $("anchors-state").replaceChildren(...items);
}

$("verify")?.addEventListener("click", () => ask("POST", "/api/surveillance/chain/verify"));
$("check-anchors")?.addEventListener("click", checkAnchors);
$("stream-filter").addEventListener("input", ({ target }) => {
  for (const row of document.querySelectorAll(".streams tbody tr")) {
    row.hidden = !row.cells[0].textContent.includes(target.value.trim().toLowerCase());
  }
});
ask("GET", "/api/surveillance/chain");
if (location.hash === "#verify") $("verify")?.focus();
wireSignOut();
