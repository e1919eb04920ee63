// The page of the design: what the style sheets have, measured where it stands, and the motions of a
// table, shown by the very scripts that a table runs.
import { wireSignOut } from "../api.js";
import { chip, pile, playingCard } from "../draw.js";
import { button, element } from "../elements.js";
import { createFelt, drawFelt } from "../felt/felt.js";
import { readSettlement, showSettlement, stopSettlement } from "../felt/settlement.js";
import { SOUND_NAMES, play, wireSound } from "../felt/sound.js";
import { hideWheel, spinWheel } from "../felt/wheel.js";
import { jackpotParts } from "../table/jackpot.js";
import { capitalize } from "../words.js";
import { contrastText } from "./contrast.js";
import { PLAYER, dealtView, settledView } from "./example.js";

const PAIRS = [
  ["--ink", "--page"],
  ["--soft", "--page"],
  ["--ink", "--raised"],
  ["--soft", "--raised"],
  ["--accent", "--page"],
  ["--accent", "--raised"],
  ["--on-accent", "--accent"],
  ["--win", "--raised"],
  ["--lose", "--raised"],
  ["--felt-ink", "--felt"],
  ["--felt-soft", "--felt"],
  ["--gold", "--felt-deep"],
  ["--on-gold", "--gold"],
  ["--on-won", "--won"],
  ["--on-lost", "--lost"],
  ["--card-ink", "--card-face"],
  ["--card-red", "--card-face"],
  ...["1", "2", "3", "4", "5", "6"].map((number) => [`--plot-${number}`, "--raised"]),
];
const WHEEL = {
  name: "Bonus Spin",
  shows: "100",
  stops: [
    { shows: "10", label: "$10", part: 6 },
    { shows: "25", label: "$25", part: 4 },
    { shows: "50", label: "$50", part: 3 },
    { shows: "100", label: "$100", part: 2 },
    { shows: "grand", label: "Grand", part: 1 },
  ],
};

const rules = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);

// The codes of a chart's cells, as its sheet has them.
function chartCodes() {
  const names = rules().map((rule) => /^\.code-(\w+)$/.exec(rule.selectorText ?? "")?.[1]);
  return names.filter(Boolean);
}

// The names of all tokens, in the order in which the sheet has them.
function tokens() {
  const roots = rules().filter((rule) => rule.selectorText === ":root");
  const names = roots.flatMap(({ style }) => [...style].filter((name) => name.startsWith("--")));
  return [...new Set(names)];
}

const painted = (node, styles) => {
  for (const [name, value] of Object.entries(styles)) node.style.setProperty(name, value);
  return node;
};

function pairRow([text, ground]) {
  const sample = painted(element("span", { class: "design-pair" }, "Nearer to 21 wins"), {
    color: `var(${text})`,
    background: `var(${ground})`,
  });
  const contrast = element("td", { class: "n", "data-pair": `${text} ${ground}` });
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, `${text.slice(2)} on ${ground.slice(2)}`),
    element("td", {}, sample),
    contrast,
  );
  return { row, sample, contrast };
}

function showColours() {
  const names = tokens();
  const isColour = (name) => CSS.supports("color", valueOf(name));
  const valueOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  document
    .getElementById("swatches")
    .replaceChildren(
      ...names
        .filter(isColour)
        .map((name) =>
          element(
            "li",
            {},
            painted(element("span", { class: "swatch" }), { background: `var(${name})` }),
            name.slice(2),
          ),
        ),
    );
  const pairs = PAIRS.map(pairRow);
  document.getElementById("pairs").replaceChildren(...pairs.map(({ row }) => row));
  const measure = () => {
    for (const { sample, contrast } of pairs) {
      const { color, backgroundColor } = getComputedStyle(sample);
      contrast.textContent = contrastText(color, backgroundColor);
    }
  };
  measure();
  document.getElementById("theme").addEventListener("change", () => requestAnimationFrame(measure));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", measure);
  const scale = (prefix) => names.filter((name) => new RegExp(`^--${prefix}\\d$`).test(name));
  document
    .getElementById("sizes")
    .replaceChildren(
      ...scale("t").map((name) =>
        element(
          "div",
          {},
          element("dt", {}, `${name.slice(2)} · ${valueOf(name)}`),
          painted(element("dd", {}, "Blackjack pays 3 to 2"), { "font-size": `var(${name})` }),
        ),
      ),
    );
  document
    .getElementById("spaces")
    .replaceChildren(
      ...scale("s").map((name) =>
        element(
          "div",
          {},
          element("dt", {}, `${name.slice(2)} · ${valueOf(name)}`),
          element("dd", {}, painted(element("span", { class: "bar" }), { width: `var(${name})` })),
        ),
      ),
    );
  document
    .getElementById("codes")
    .replaceChildren(
      ...chartCodes().map((code) => element("b", { class: `design-code code-${code}` }, code)),
    );
  document
    .getElementById("plots")
    .replaceChildren(
      ...names
        .filter((name) => name.startsWith("--plot-"))
        .map((name) => painted(element("b", {}, `Line ${name.slice(7)}`), { color: `var(${name})` })),
    );
}

function showPieces() {
  document.getElementById("cards").append(...["As", "Kh", "Td", "7c", null].map(playingCard));
  document.getElementById("chips").append(...[1, 5, 25, 100].map(chip), pile("131"));
}

function wireMotions() {
  const room = document.getElementById("table");
  const felt = createFelt();
  const won = element("div", { class: "jackpot-won", role: "status" });
  felt.append(won);
  room.append(felt);
  const draw = (view) => drawFelt(view, PLAYER, [], () => {}, { root: room });
  const settle = document.querySelector("[data-motion=settle]");
  const clear = () => {
    stopSettlement();
    hideWheel();
    won.replaceChildren();
  };
  let round = 0;
  draw({ ...dealtView(round), round: null });
  const jackpot = (state) => {
    clear();
    won.replaceChildren(
      ...jackpotParts({ state, amount: "10003.27", name: "Super 4", who: PLAYER }, PLAYER),
    );
    play("jackpot");
  };
  const motions = {
    deal: () => {
      clear();
      round += 1;
      draw(dealtView(round));
      settle.disabled = false;
    },
    settle: () => {
      clear();
      const over = settledView(round);
      draw({ ...over, round: { ...over.last_round, lines: [] }, last_round: null });
      const read = readSettlement(room, over, []);
      draw(over);
      if (read) showSettlement(read, PLAYER);
      settle.disabled = true;
    },
    wheel: () => {
      clear();
      spinWheel(felt, WHEEL);
    },
    pending: () => jackpot("pending"),
    paid: () => jackpot("paid"),
  };
  for (const node of document.querySelectorAll("[data-motion]")) {
    node.addEventListener("click", motions[node.dataset.motion]);
  }
}

wireSignOut();
showColours();
showPieces();
wireMotions();
wireSound(document.getElementById("sound"));
document
  .getElementById("all-sounds")
  .append(...SOUND_NAMES.map((name) => button(capitalize(name), () => play(name), { do: name })));
