// The floor's pages ask for themselves again, and change only what changed; what somebody types in
// stays.
import { wireSignOut } from "../api.js";

const EVERY_MS = 2500;
const RELEASE_MS = 60;
const FOCUSABLE = "a, button, summary";
const liveParts = (root) => [...root.querySelectorAll("[data-live]")];
const received = new Map(liveParts(document).map((part) => [part.id, part.outerHTML]));

// A click is a press and a release on one element: nothing is replaced or moves under a finger.
let isPressed = false;
document.addEventListener("pointerdown", () => {
  isPressed = true;
});
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () =>
    setTimeout(() => {
      isPressed = false;
    }, RELEASE_MS),
  );
}

async function release() {
  while (isPressed) await new Promise((resolve) => setTimeout(resolve, RELEASE_MS));
}

function isChanged(input) {
  if (input === document.activeElement) return true;
  if (input.type === "checkbox") return input.checked !== input.defaultChecked;
  return input.tagName === "INPUT" && input.value !== input.defaultValue;
}

function isInUse(part) {
  const inputs = [...part.querySelectorAll("input:not([type=hidden]), select, textarea")];
  return inputs.some(isChanged) || part.querySelector("[data-busy]") !== null;
}

// What is open stays open, what was answered stays to be read, and the focus stays where it was.
function replace(old, fresh) {
  const open = [...old.querySelectorAll("details[open]")].map((details) => details.dataset.key);
  const answers = new Map(
    [...old.querySelectorAll("details[data-key] .said")].map((answer) => [
      answer.closest("details").dataset.key,
      answer,
    ]),
  );
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = focused && [...old.querySelectorAll(FOCUSABLE)].indexOf(focused);
  const now = document.importNode(fresh, true);
  for (const details of now.querySelectorAll("details[data-key]")) {
    if (open.includes(details.dataset.key)) details.open = true;
    const answer = answers.get(details.dataset.key);
    if (answer?.textContent) details.querySelector(".said")?.replaceWith(answer);
  }
  old.replaceWith(now);
  if (focused) [...now.querySelectorAll(FOCUSABLE)][place]?.focus();
}

// The table that a tile led to stays marked, also when its row is replaced.
function markSought() {
  const wanted = location.hash.slice(1);
  for (const row of document.querySelectorAll(".pit-row[id]")) {
    row.classList.toggle("sought", row.id === wanted);
  }
}

function freshen(fresh) {
  for (const now of liveParts(fresh)) {
    const html = now.outerHTML;
    const old = document.getElementById(now.id);
    if (!old) {
      location.reload();
      return;
    }
    if (received.get(now.id) === html || isInUse(old)) continue;
    received.set(now.id, html);
    replace(old, now);
  }
  markSought();
  const ids = new Set(liveParts(fresh).map((part) => part.id));
  const isGone = (part) => !ids.has(part.id) && !isInUse(part);
  if (liveParts(document).some(isGone)) location.reload();
}

export async function look() {
  const address = location.pathname + location.search;
  const response = await fetch(address, { credentials: "same-origin" }).catch(() => null);
  if (response?.redirected && response.url.endsWith("/enter")) {
    location.assign("/enter");
    return;
  }
  if (response?.ok) {
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    await release();
    freshen(fresh);
  }
  document.dispatchEvent(new Event("freshened"));
}

async function lookEverySoOften() {
  if (!document.hidden && !document.querySelector("dialog[open]")) await look();
  setTimeout(lookEverySoOften, EVERY_MS);
}

wireSignOut();
markSought();
addEventListener("hashchange", markSought);
setTimeout(lookEverySoOften, EVERY_MS);
