// How long a table still waits: the house sends the moment, the page counts. It is not read out every
// second.
import { setText } from "../parts.js";

const EVERY_MS = 250;
const SOON_S = 5;
let due = { version: -1, at: 0 };
let ticking = 0;

// When the time is up by this browser's clock. Clocks may differ: never more time is shown than there is
// in all.
export function dueAt({ at, seconds }, now) {
  return now + Math.min(at - now, seconds * 1000);
}

// What the clock shows: nothing once the time is up.
export function clockText(at, now) {
  const left = Math.ceil((at - now) / 1000);
  return { text: left > 0 ? `${left} s` : "", soon: left > 0 && left <= SOON_S };
}

function tick() {
  const place = document.getElementById("clock");
  const { text, soon } = clockText(due.at, Date.now());
  setText(place, text);
  place.classList.toggle("soon", soon);
  if (!text) stop();
}

function stop() {
  clearInterval(ticking);
  ticking = 0;
}

export function showClock({ clock, version }) {
  if (!clock) {
    due = { version, at: 0 };
    setText(document.getElementById("clock"), "");
    stop();
    return;
  }
  const now = Date.now();
  if (due.version !== version) due = { version, at: dueAt(clock, now) };
  tick();
  if (!ticking && due.at > now) ticking = setInterval(tick, EVERY_MS);
}
