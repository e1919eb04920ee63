// The floor's pages ask for themselves again, and change only what changed; what somebody types in stays.
import { signOutButton } from "../api.js";

const EVERY_MS = 2500;
const parts = (root) => [...root.querySelectorAll("[data-live]")];
const sent = new Map(parts(document).map((each) => [each.id, each.outerHTML]));

// A click is a press and a release on one element: nothing is replaced under a finger.
let pressed = null;
document.addEventListener("pointerdown", (event) => {
  pressed = event.target;
});
for (const each of ["pointerup", "pointercancel"]) {
  document.addEventListener(each, () =>
    setTimeout(() => {
      pressed = null;
    }, 60),
  );
}

function typing(part) {
  if (pressed && part.contains(pressed)) return true;
  const inputs = [...part.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const changed = inputs.some(
    (each) =>
      each === document.activeElement ||
      (each.type === "checkbox"
        ? each.checked !== each.defaultChecked
        : each.tagName === "INPUT" && each.value !== each.defaultValue),
  );
  return changed || part.querySelector("[data-busy]") !== null;
}

function replace(old, fresh) {
  const open = [...old.querySelectorAll("details[open]")].map((each) => each.dataset.key);
  const said = new Map(
    [...old.querySelectorAll("details[data-key] .said")].map((each) => [
      each.closest("details").dataset.key,
      each,
    ]),
  );
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = focused && [...old.querySelectorAll("a, button, summary")].indexOf(focused);
  const now = document.importNode(fresh, true);
  for (const each of now.querySelectorAll("details[data-key]")) {
    if (open.includes(each.dataset.key)) each.open = true;
    const line = said.get(each.dataset.key);
    if (line?.textContent) each.querySelector(".said")?.replaceWith(line);
  }
  old.replaceWith(now);
  if (focused) [...now.querySelectorAll("a, button, summary")][place]?.focus();
}

// The table that a tile led to stays marked, also when its row is replaced.
function sought() {
  const wanted = location.hash.slice(1);
  for (const each of document.querySelectorAll(".pit-row[id]")) {
    each.classList.toggle("sought", each.id === wanted);
  }
}

function freshen(fresh) {
  for (const now of parts(fresh)) {
    const html = now.outerHTML;
    const old = document.getElementById(now.id);
    if (!old) {
      location.reload();
      return;
    }
    if (sent.get(now.id) === html || typing(old)) continue;
    sent.set(now.id, html);
    replace(old, now);
  }
  sought();
  const ids = new Set(parts(fresh).map((each) => each.id));
  if (parts(document).some((each) => !ids.has(each.id) && !typing(each))) location.reload();
}

export async function look() {
  const answer = await fetch(location.pathname + location.search, { credentials: "same-origin" }).catch(
    () => null,
  );
  if (answer?.redirected && answer.url.endsWith("/enter")) {
    location.assign("/enter");
    return;
  }
  if (answer?.ok) freshen(new DOMParser().parseFromString(await answer.text(), "text/html"));
  document.dispatchEvent(new Event("freshened"));
}

async function again() {
  if (!document.hidden && !document.querySelector("dialog[open]")) await look();
  setTimeout(again, EVERY_MS);
}

signOutButton();
sought();
addEventListener("hashchange", sought);
setTimeout(again, EVERY_MS);
