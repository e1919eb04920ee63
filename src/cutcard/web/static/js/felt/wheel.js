// The wheel of a wager, drawn with the stops and weights that the operator filed; it turns to the stop
// that the house has drawn and stays a while. It decides nothing.
import { element, svgElement } from "../elements.js";
import { isStill } from "./motion.js";
import { play } from "./sound.js";

const TURNS = 5;
const TURN_MS = 2600;
const STAY_MS = 6000;
const RADIUS = 96;
const TICKS = 14;
const FEWEST_DEGREES = 7;
const HUES = ["c5", "c25", "c100", "c500", "c1"];
let shown = null;
let leaving = 0;

// Each stop with where its slice begins and ends, in degrees from the top, as it lies on the wheel.
export function slices(stops) {
  const whole = stops.reduce((sum, { part }) => sum + part, 0);
  let at = 0;
  return stops.map((stop) => {
    const from = at;
    at += (stop.part / whole) * 360;
    return { ...stop, from, to: at };
  });
}

// By how much the wheel is turned so that the middle of a stop lies under the pointer.
export function turnTo(parts, shows) {
  const slice = parts.find((part) => part.shows === shows);
  return slice ? TURNS * 360 - (slice.from + slice.to) / 2 : 0;
}

function edge(degrees, radius = RADIUS) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
}

function slicePath({ from, to }) {
  if (to - from >= 359.9) {
    const half = (degrees) => `A${RADIUS} ${RADIUS} 0 1 1 ${edge(degrees)}`;
    return `M${edge(0)}${half(180)}${half(0)}`;
  }
  const isLarge = to - from > 180 ? 1 : 0;
  return `M0 0L${edge(from)}A${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${edge(to)}Z`;
}

function sliceLabel({ from, to, label }) {
  if (to - from < FEWEST_DEGREES) return null;
  const text = svgElement("text", {
    transform: `rotate(${(from + to) / 2}) translate(0 ${-RADIUS + 8}) rotate(90)`,
    class: "wheel-label",
  });
  text.textContent = label.length > 14 ? `${label.slice(0, 13)}…` : label;
  return text;
}

function drawWheel(parts) {
  return svgElement(
    "g",
    { class: "wheel-disc" },
    ...parts.map((part, at) => {
      const slice = svgElement("path", { d: slicePath(part), class: HUES[at % HUES.length] });
      const name = svgElement("title", {});
      name.textContent = part.label;
      slice.append(name);
      return slice;
    }),
    ...parts.map(sliceLabel).filter(Boolean),
    svgElement("circle", { r: 14, class: "wheel-hub" }),
  );
}

export function hideWheel() {
  clearTimeout(leaving);
  shown?.remove();
  shown = null;
}

// Turns the wheel of `name` to what it shows, over the felt.
export function spinWheel(felt, { name, stops, shows }) {
  hideWheel();
  const parts = slices(stops);
  const stop = parts.find((part) => part.shows === shows);
  if (!stop) return;
  const disc = drawWheel(parts);
  const turned = `rotate(${turnTo(parts, shows)}deg)`;
  const picture = svgElement(
    "svg",
    { viewBox: "-104 -112 208 216", "aria-hidden": "true" },
    disc,
    svgElement("path", { d: "M-9 -110L9 -110L0 -90Z", class: "wheel-pointer" }),
  );
  shown = element(
    "figure",
    { class: "wheel", role: "status" },
    picture,
    element("figcaption", {}, element("span", {}, name), element("b", {}, stop.label)),
  );
  felt.append(shown);
  if (isStill()) disc.style.setProperty("transform", turned);
  else {
    disc.animate([{ transform: "rotate(0)" }, { transform: turned }], {
      duration: TURN_MS,
      easing: "cubic-bezier(.15, .6, .2, 1)",
      fill: "forwards",
    });
    for (let tick = 0; tick < TICKS; tick += 1) {
      setTimeout(() => play("wheel"), TURN_MS * (1 - (1 - tick / TICKS) ** 0.5));
    }
  }
  leaving = setTimeout(hideWheel, TURN_MS + STAY_MS);
}
