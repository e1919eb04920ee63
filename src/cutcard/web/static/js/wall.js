// The meter wall: asks for itself every second; figures roll where they changed, and nothing else moves.
import { signOutButton } from "./api.js";

const EVERY_MS = 1000;
const LOST_AFTER = 3;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let failed = 0;

function roll(figure, now) {
  const old = figure.dataset.sign;
  figure.dataset.sign = now;
  figure.textContent = now;
  if (still.matches || !figure.animate || old === undefined) return;
  figure.animate(
    [
      { transform: "translateY(0.55em)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 280, easing: "cubic-bezier(.2, .8, .3, 1)" },
  );
}

function count(old, now) {
  const [from, to] = [old, now].map((each) => [...each.querySelectorAll("[data-sign]")]);
  old.setAttribute("aria-label", now.getAttribute("aria-label"));
  if (from.length !== to.length || from.some((each, at) => each.className !== to[at].className)) {
    old.innerHTML = now.innerHTML;
    return;
  }
  from.forEach((each, at) => {
    if (each.dataset.sign !== to[at].dataset.sign) roll(each, to[at].dataset.sign);
  });
}

function freshenOne(old, now) {
  if (old.className !== now.className) old.className = now.className;
  const [shows, fresh] = [old, now].map((each) => each.querySelector(".shows"));
  count(shows, fresh);
  const rest = (of) => [...of.children].filter((each) => !each.classList.contains("shows"));
  const told = (of) =>
    rest(of)
      .map((each) => each.outerHTML)
      .join("");
  if (told(old) !== told(now)) {
    rest(old).forEach((each) => each.remove());
    const parts = rest(now).map((each) => document.importNode(each, true));
    old.prepend(parts[0]);
    old.append(...parts.slice(1));
  }
}

function freshen(fresh) {
  const wall = document.getElementById("wall");
  const other = fresh.getElementById("wall");
  const named = (of) =>
    new Map([...of.querySelectorAll("[data-meter]")].map((each) => [each.dataset.meter, each]));
  const [old, now] = [named(wall), named(other)];
  if (old.size !== now.size || [...old.keys()].some((each) => !now.has(each))) {
    wall.replaceChildren(...[...other.children].map((each) => document.importNode(each, true)));
  } else {
    for (const [meter, section] of old) freshenOne(section, now.get(meter));
  }
  const last = document.getElementById("last");
  if (last.innerHTML !== fresh.getElementById("last").innerHTML) {
    last.innerHTML = fresh.getElementById("last").innerHTML;
  }
}

async function look() {
  if (!document.hidden) {
    const answer = await fetch(location.pathname, { credentials: "same-origin" }).catch(() => null);
    if (answer?.redirected) location.assign("/enter");
    else if (answer?.ok) freshen(new DOMParser().parseFromString(await answer.text(), "text/html"));
    failed = answer?.ok ? 0 : failed + 1;
    document.getElementById("lost").hidden = failed < LOST_AFTER;
  }
  setTimeout(look, EVERY_MS);
}

function wholeScreen() {
  const page = document.getElementById("wall-page");
  if (document.fullscreenElement) document.exitFullscreen();
  else page.requestFullscreen?.().catch(() => null);
}

const full = document.getElementById("full");
if (full && document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", wholeScreen);
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      wholeScreen();
    }
  });
}
signOutButton();
setTimeout(look, EVERY_MS);
