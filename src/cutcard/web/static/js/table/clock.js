// How long a table still waits: the house tells the moment, the page counts. It is not read out every second.
import { tell } from "../parts.js";

const EVERY_MS = 250;
const SOON_S = 5;
const place = document.getElementById("clock");
let due = { version: -1, at: 0 };
let ticking = 0;

function tick() {
  const left = Math.ceil((due.at - Date.now()) / 1000);
  tell(place, left > 0 ? `${left} s` : "");
  place.classList.toggle("soon", left > 0 && left <= SOON_S);
  if (left <= 0) stop();
}

function stop() {
  clearInterval(ticking);
  ticking = 0;
}

// Clocks that differ are no matter: no more time is shown than there is in all.
export function showClock(view) {
  const { clock, version } = view;
  if (!clock) {
    due = { version, at: 0 };
    tell(place, "");
    stop();
    return;
  }
  if (due.version !== version) {
    due = { version, at: Date.now() + Math.min(clock.at - Date.now(), clock.seconds * 1000) };
  }
  tick();
  if (!ticking && due.at > Date.now()) ticking = setInterval(tick, EVERY_MS);
}
