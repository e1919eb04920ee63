// Plots of the studio: a line of edges, and intervals that narrow.
import { svgElement } from "../elements.js";
import { interval, percent } from "./design.js";

const WIDEST = 560;
const NARROWEST = 280;
const BESIDE = 56;
const HEIGHT = 220;
const LEFT = 70;
const RIGHT = 18;
const TOP = 22;
const BOTTOM = 34;
const TICKS = 4;

// Units of a plot are pixels, so that its words keep their size on a phone.
function plotWidth() {
  return Math.max(NARROWEST, Math.min(WIDEST, globalThis.innerWidth - BESIDE));
}

// Lowest and highest of some numbers with room around them; a single one has room too.
export function range(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low) * 0.12 || Math.abs(high) * 0.1 || 0.001;
  return [low - room, high + room];
}

// At most so many round numbers between two.
export function ticks(low, high, most = TICKS) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const first = Math.ceil(low / step);
  const many = Math.floor(high / step) - first + 1;
  return Array.from({ length: many }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function text(x, y, words, anchor = "middle", className = "") {
  return svgElement("text", { x, y, "text-anchor": anchor, class: className }, words);
}

export function linePlot(points, label) {
  const width = plotWidth();
  const known = points.filter(({ edge }) => edge !== null);
  const svg = svgElement("svg", {
    class: "studio-plot",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
  });
  svg.setAttribute(
    "aria-label",
    `${label}: ${known.map(({ at, edge }) => `${at} ${percent(edge)}`).join(", ")}`,
  );
  if (!known.length) return svg;
  const [low, high] = range(known.map(({ edge }) => edge));
  const step = (width - LEFT - RIGHT) / Math.max(1, points.length - 1);
  const x = (index) => (points.length === 1 ? width / 2 : LEFT + step * index);
  const y = (edge) => TOP + ((high - edge) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  for (const edge of ticks(low, high)) {
    svg.append(svgElement("line", { x1: LEFT, x2: width - RIGHT, y1: y(edge), y2: y(edge) }));
    svg.append(text(LEFT - 8, y(edge) + 4, percent(edge, 2), "end"));
  }
  const places = points.map((point, index) => ({ ...point, index })).filter(({ edge }) => edge !== null);
  const path = places.map(({ edge, index }) => `${x(index)},${y(edge)}`).join(" ");
  svg.append(svgElement("polyline", { class: "line", points: path }));
  for (const { edge, index } of places) {
    svg.append(svgElement("circle", { cx: x(index), cy: y(edge), r: 4 }));
  }
  points.forEach(({ at }, index) => svg.append(text(x(index), HEIGHT - 10, String(at).slice(0, 14))));
  return svg;
}

// Each wager's interval, and the exact figure where it is known.
export function intervalPlot(history, exact) {
  const width = plotWidth();
  const rows = history.slice(-8);
  const high = 26 * rows.length + 40;
  const svg = svgElement("svg", { class: "studio-plot", viewBox: `0 0 ${width} ${high}`, role: "img" });
  const last = rows.at(-1);
  svg.setAttribute(
    "aria-label",
    last ? `House edge ${percent(last.edge)} after ${last.rounds} rounds` : "No rounds yet",
  );
  const ends = rows.flatMap((row) => interval(row) ?? [row.edge]);
  if (exact !== null && exact !== undefined) ends.push(exact);
  const [least, most] = range(ends);
  const x = (edge) => 110 + ((edge - least) / (most - least)) * (width - 110 - 24);
  rows.forEach((row, index) => {
    const y = 20 + 26 * index;
    const [from, to] = interval(row) ?? [row.edge, row.edge];
    svg.append(text(100, y + 5, `${(row.rounds / 1e6).toFixed(0)} million`, "end"));
    svg.append(svgElement("line", { class: "interval", x1: x(from), x2: x(to), y1: y, y2: y }));
    svg.append(svgElement("circle", { cx: x(row.edge), cy: y, r: 4 }));
  });
  if (exact !== null && exact !== undefined) {
    svg.append(svgElement("line", { class: "exact", x1: x(exact), x2: x(exact), y1: 6, y2: high - 26 }));
    svg.append(text(x(exact), high - 8, `exact ${percent(exact)}`, "middle", "key-exact"));
  }
  return svg;
}
