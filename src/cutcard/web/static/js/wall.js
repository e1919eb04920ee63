// The meter wall: asks for itself every second; figures roll where they changed, and nothing else moves.
import { wireSignOut } from "./api.js";

const EVERY_MS = 1000;
const LOST_AFTER = 3;
const ROLL = [
  { transform: "translateY(0.55em)", opacity: 0 },
  { transform: "none", opacity: 1 },
];
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
let failures = 0;

function roll(figure, now) {
  const old = figure.dataset.sign;
  figure.dataset.sign = now;
  figure.textContent = now;
  if (stillness.matches || !figure.animate || old === undefined) return;
  figure.animate(ROLL, { duration: 280, easing: "cubic-bezier(.2, .8, .3, 1)" });
}

function freshenFigures(old, now) {
  const [from, to] = [old, now].map((node) => [...node.querySelectorAll("[data-sign]")]);
  old.setAttribute("aria-label", now.getAttribute("aria-label"));
  if (from.length !== to.length || from.some((figure, at) => figure.className !== to[at].className)) {
    old.innerHTML = now.innerHTML;
    return;
  }
  from.forEach((figure, at) => {
    if (figure.dataset.sign !== to[at].dataset.sign) roll(figure, to[at].dataset.sign);
  });
}

function freshenMeter(old, now) {
  if (old.className !== now.className) old.className = now.className;
  freshenFigures(old.querySelector(".shows"), now.querySelector(".shows"));
  const rest = ({ children }) => [...children].filter((child) => !child.classList.contains("shows"));
  const html = (node) =>
    rest(node)
      .map((child) => child.outerHTML)
      .join("");
  if (html(old) === html(now)) return;
  rest(old).forEach((child) => child.remove());
  const [first, ...others] = rest(now).map((child) => document.importNode(child, true));
  old.prepend(first);
  old.append(...others);
}

function freshen(fresh) {
  const wall = document.getElementById("wall");
  const other = fresh.getElementById("wall");
  const metersIn = (node) =>
    new Map([...node.querySelectorAll("[data-meter]")].map((meter) => [meter.dataset.meter, meter]));
  const [old, now] = [metersIn(wall), metersIn(other)];
  if (old.size !== now.size || [...old.keys()].some((meter) => !now.has(meter))) {
    wall.replaceChildren(...[...other.children].map((child) => document.importNode(child, true)));
  } else {
    for (const [meter, section] of old) freshenMeter(section, now.get(meter));
  }
  const last = document.getElementById("last");
  const { innerHTML } = fresh.getElementById("last");
  if (last.innerHTML !== innerHTML) last.innerHTML = innerHTML;
}

async function look() {
  if (!document.hidden) {
    const response = await fetch(location.pathname, { credentials: "same-origin" }).catch(() => null);
    if (response?.redirected) location.assign("/enter");
    else if (response?.ok) freshen(new DOMParser().parseFromString(await response.text(), "text/html"));
    failures = response?.ok ? 0 : failures + 1;
    document.getElementById("lost").hidden = failures < LOST_AFTER;
  }
  setTimeout(look, EVERY_MS);
}

function toggleFullScreen() {
  const page = document.getElementById("wall-page");
  if (document.fullscreenElement) document.exitFullscreen();
  else page.requestFullscreen?.().catch(() => null);
}

const full = document.getElementById("full");
if (full && document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", toggleFullScreen);
  addEventListener("keydown", (event) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key.toLowerCase() === "f" && !isShortcut) toggleFullScreen();
  });
}
wireSignOut();
setTimeout(look, EVERY_MS);
