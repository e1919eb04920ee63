// Bets before the lock: chips on every wager of every own box, on the felt or in the tray, put down together, taken
// back one by one.
import { chip, made, money, shortly, worded } from "../draw.js";
import { keyed } from "../parts.js";
import { paysLine, winsOf } from "./paytable.js";

const CHIPS = [1, 5, 25, 100];
const CHIP_KEYS = ["1", "2", "3", "4"];
const ALL = "all";
const ANY = "any stake";

// What lies ready and is not down yet: box -> wager -> amount. `wager` is the one that chips go on.
export const draft = { box: 0, wager: "", chip: 0, stakes: {}, last: {} };

// What was bet last is kept in the tab, table by table, so that whoever comes back finds it again.
const LAST = "cutcard-last-bets";
const kept = () => JSON.parse(sessionStorage.getItem(LAST) ?? "{}");
function keepLast(table) {
  sessionStorage.setItem(LAST, JSON.stringify({ ...kept(), [table]: draft.last }));
}

export function recallBets(table) {
  draft.last = kept()[table] ?? {};
}

const cents = (amount) => Math.round(Number(amount) * 100) / 100;
const hasAny = (stakes) => Object.values(stakes ?? {}).some((each) => each > 0);
const first = (view) => (view.mains.apart ? ALL : "main");

export function button(label, act, options = {}) {
  const key = options.key ? made("kbd", { "aria-hidden": "true" }, options.key.toUpperCase()) : null;
  return made(
    "button",
    {
      type: "button",
      class: options.class,
      "data-key": options.key,
      "data-do": options.do,
      "data-at": options.at,
      "aria-label": options.name,
      disabled: options.disabled,
      "data-off": options.disabled,
      onclick: act,
    },
    label,
    key,
  );
}

// What people call what chips go on.
function label(view, wager) {
  const many = view.main_wagers.length;
  if (wager === ALL) return `All ${many}`;
  return wager === "main" && !view.mains.apart
    ? many > 1
      ? `Main × ${many}`
      : "Main"
    : view.main_wagers.includes(wager)
      ? `Main ${view.main_wagers.indexOf(wager) + 1}`
      : worded(wager);
}

// The wagers that chips on one go to: main wagers that must be equal stay so.
function spots(view, wager) {
  const together = wager === ALL || (!view.mains.apart && view.main_wagers.includes(wager));
  return together ? view.main_wagers : [wager];
}

function toStakes(stakes, riding) {
  const told = { ...riding };
  for (const [wager, amount] of Object.entries(stakes)) if (amount > 0) told[wager] = amount.toFixed(2);
  return told;
}

function ridingOn(view, me, box) {
  return view.bets.find((each) => each.box === box && each.player === me)?.stakes ?? {};
}

export function isDown(bet) {
  return "main" in bet.stakes;
}

function total(stakes) {
  return Object.values(stakes).reduce((whole, amount) => whole + amount, 0);
}

function limitsOf(view, wager) {
  const isMain = wager === ALL || view.main_wagers.includes(wager);
  return isMain
    ? { least: view.limits.minimum, most: view.limits.maximum, only: [] }
    : (view.stakes[wager] ?? { least: null, most: null, only: [] });
}

function limitText(view, wager) {
  const found = limitsOf(view, wager);
  if (found.only.length) return `${found.only.map((each) => money(each)).join(" or ")} only`;
  const least = Number(found.least ?? 0) >= 1 ? money(found.least) : "";
  return found.most ? `${least || "up"} to ${money(found.most)}` : least ? `from ${least}` : ANY;
}

function addTo(view, wager, worth) {
  const stakes = (draft.stakes[draft.box] ??= {});
  const most = Number(limitsOf(view, wager).most ?? Infinity);
  for (const each of spots(view, wager)) {
    stakes[each] = Math.min(most, cents((stakes[each] ?? 0) + worth));
  }
}

// The chip that an area of the felt is given: the one used last, or the first that makes the least bet.
function chosenChip(view) {
  const least = Number(view.limits.minimum ?? 0);
  return draft.chip || (CHIPS.find((each) => each >= least) ?? CHIPS.at(-1));
}

// Where a wager takes few stakes only, a touch puts the next of them there.
function fixedNext(view, wager) {
  const { only } = limitsOf(view, wager);
  const now = draft.stakes[draft.box]?.[wager] ?? 0;
  return only.length ? (only.map(Number).find((each) => each > now) ?? Number(only[0])) : null;
}

// What the areas of the felt ask: may they be bet on, what lies ready there, and that a chip is put there.
export function onTheFelt(me, open, state) {
  const { view } = state;
  return {
    open: (box) => open.includes(box),
    ready: (box, wager) => draft.stakes[box]?.[wager],
    chosen: (box, wager) => draft.box === box && spots(view, draft.wager).includes(wager),
    adds: (wager) => money(limitsOf(view, wager).only[0] ?? chosenChip(view)),
    put: (box, wager) => {
      if (state.busy) return;
      [draft.box, draft.wager] = [box, spots(view, wager).length > 1 ? first(view) : wager];
      const fixed = fixedNext(state.view, wager);
      if (fixed === null) addTo(state.view, wager, chosenChip(state.view));
      else (draft.stakes[box] ??= {})[wager] = fixed;
      state.redraw();
    },
  };
}

function wagerPills(view, redraw) {
  const stakes = draft.stakes[draft.box] ?? {};
  const line = (wager) => {
    const pressed = String(draft.wager === wager);
    const limit = [limitText(view, wager), winsOf(view, wager)]
      .filter(Boolean)
      .join(" · ")
      .replace(`${ANY} · `, "");
    const lies = stakes[wager] ?? 0;
    return {
      key: wager,
      told: [pressed, limit, lies],
      make: () =>
        made(
          "button",
          {
            type: "button",
            class: "wager",
            "data-wager": wager,
            "aria-pressed": pressed,
            onclick: () => {
              draft.wager = wager;
              redraw();
            },
          },
          made("span", {}, label(view, wager), lies ? made("b", {}, ` ${money(lies)}`) : null),
          made("small", {}, limit),
        ),
    };
  };
  const mains = view.mains.apart ? [ALL, ...view.main_wagers] : ["main"];
  return {
    key: "wagers",
    make: () => made("div", { class: "row wagers", role: "group", "aria-label": "Wagers" }),
    fill: (node) => keyed(node, [...mains, ...view.side_wagers].map(line)),
  };
}

function chipLines(state) {
  const { view, redraw } = state;
  const name = label(view, draft.wager);
  const { only } = limitsOf(view, draft.wager);
  const chosen = chosenChip(view);
  if (only.length) {
    return only.map((amount, at) => ({
      key: `only ${amount}`,
      told: [name, at],
      make: () =>
        button(
          `${money(amount)} on ${name}`,
          () => {
            (draft.stakes[draft.box] ??= {})[draft.wager] = Number(amount);
            redraw();
          },
          { key: CHIP_KEYS[at], do: "stake" },
        ),
    }));
  }
  return CHIPS.map((worth, at) => ({
    key: `chip ${worth}`,
    told: [name, worth === chosen],
    make: () =>
      made(
        "button",
        {
          type: "button",
          class: worth === chosen ? "chip-button chosen" : "chip-button",
          "data-chip": String(worth),
          "data-key": CHIP_KEYS[at],
          "aria-label": `Add ${money(worth)} to ${name}`,
          onclick: () => {
            draft.chip = worth;
            addTo(state.view, draft.wager, worth);
            redraw();
          },
        },
        chip(worth),
      ),
  }));
}

function boxTabs(view, open, more, redraw) {
  const line = (box) => {
    const sum = hasAny(draft.stakes[box]) ? ` ${money(total(draft.stakes[box]))}` : "";
    const pressed = String(draft.box === box);
    return {
      key: box,
      told: [pressed, sum],
      make: () =>
        made(
          "button",
          {
            type: "button",
            class: "wager",
            "data-tab": String(box),
            "aria-pressed": pressed,
            onclick: () => {
              draft.box = box;
              redraw();
            },
          },
          made("span", {}, `Box ${box}`, sum ? made("b", {}, sum) : null),
        ),
    };
  };
  return {
    key: "tabs",
    make: () => made("div", { class: "row tabs", role: "group", "aria-label": "Your boxes" }),
    fill: (node) => keyed(node, [...open.map(line), ...more]),
  };
}

async function placeAll(me, open, state) {
  for (const box of open.filter((each) => hasAny(draft.stakes[each]))) {
    const kept = { ...draft.stakes[box] };
    if (
      !(await state.act({ do: "place_bet", box, stakes: toStakes(kept, ridingOn(state.view, me, box)) }))
    ) {
      break;
    }
    draft.last[box] = kept;
    delete draft.stakes[box];
    keepLast(state.view.table);
  }
  draft.wager = first(state.view);
  state.redraw();
}

// The row of one's bets that are down, each with a way back.
export function placed(bets, act, halted) {
  const several = bets.length > 1;
  const waits = halted ? "no round begins as things stand." : "the dealer starts in a moment.";
  return {
    key: "placed",
    told: [waits, ...bets.map((bet) => bet.box)],
    make: () =>
      made(
        "div",
        { class: "row" },
        made("span", {}, `${several ? "Your bets are down" : "Your bet is down"}; ${waits}`),
        ...bets.map((bet, at) =>
          button(
            several ? `Take back box ${bet.box}` : "Take it back",
            () => act({ do: "take_back", box: bet.box }),
            { key: at ? undefined : "t", do: "take_back", at: String(bet.box) },
          ),
        ),
      ),
  };
}

// Whether a main wager of a box is below the least, or one that a bet must have is not there.
function isShort(view, stakes) {
  const least = Number(view.limits.minimum ?? 0);
  return view.main_wagers.some((each) =>
    (stakes[each] ?? 0) > 0 ? stakes[each] < least : view.mains.required.includes(each),
  );
}

function placeLine(me, open, ready, state) {
  const { view } = state;
  const short = ready.some((each) => isShort(view, draft.stakes[each]));
  const sum = ready.reduce((whole, each) => whole + total(draft.stakes[each]), 0);
  const tooMuch = sum > Number(view.chips[me] ?? 0);
  const label = tooMuch
    ? `${money(sum)}: more than your chips`
    : ready.length > 1
      ? `Bet ${money(sum)} on ${ready.length} boxes`
      : `Bet ${money(sum)}`;
  const disabled = !ready.length || short || tooMuch;
  return {
    key: "place",
    told: [label, disabled, open],
    make: () =>
      button(label, () => placeAll(me, open, state), {
        class: "main",
        key: "b",
        do: "place_bet",
        disabled,
      }),
  };
}

// What was bet last on every own box, put down again by one press; what the chips do not cover lies ready only.
function againLine(me, open, ready, state) {
  const before = open.filter((each) => hasAny(draft.last[each]));
  if (ready.length || !before.length) return [];
  const sum = before.reduce((whole, each) => whole + total(draft.last[each]), 0);
  const label =
    before.length > 1
      ? `Same again: ${money(sum)} on ${before.length} boxes`
      : `Same again: ${money(sum)}`;
  const covered = sum <= Number(state.view.chips[me] ?? 0);
  const act = () => {
    for (const each of before) draft.stakes[each] = { ...draft.last[each] };
    if (covered) placeAll(me, open, state);
    else state.redraw();
  };
  return [
    {
      key: "again",
      told: [label, covered, open],
      make: () => button(label, act, { key: "a", do: "again", class: covered ? "main" : undefined }),
    },
  ];
}

// The same bets on one more box by one press: one's own, or a free one to sit down at; and chips for all of them lie ready. They are those
// that lie ready now, or those of the last round.
function besideLine(me, open, ready, state) {
  const { view, redraw } = state;
  const boxes = ready.length ? ready : open.filter((each) => hasAny(draft.last[each]));
  const stakes = ready.length ? draft.stakes : draft.last;
  const from = boxes.at(-1);
  const held = open.find((each) => !boxes.includes(each));
  const to = from && (held ?? view.may_sit.find((each) => each > from) ?? view.may_sit.at(-1));
  if (!to) return [];
  const sum = boxes.reduce((whole, each) => whole + total(stakes[each]), 0) + total(stakes[from]);
  const disabled = sum > Number(view.chips[me] ?? 0);
  const act = async () => {
    const kept = Object.fromEntries(boxes.map((each) => [each, { ...stakes[each] }]));
    if (held || (await state.act({ do: "sit", box: to }))) {
      Object.assign(draft.stakes, kept, { [to]: { ...kept[from] } });
    }
    redraw();
  };
  return [
    {
      key: "beside",
      told: [boxes, to, disabled, ready.length],
      make: () =>
        button(`Same on box ${to} too`, act, { key: "x", do: "beside", class: "wager", disabled }),
    },
  ];
}

// Main wagers of different amounts are made the same by one touch.
function evenLine(view, redraw) {
  const stakes = draft.stakes[draft.box] ?? {};
  const lying = view.main_wagers.map((each) => stakes[each] ?? 0);
  const most = Math.max(...lying);
  if (!view.mains.apart || lying.every((each) => each === most)) return [];
  return [
    {
      key: "even",
      told: most,
      make: () =>
        button(
          `${money(most)} on all ${lying.length}`,
          () => {
            for (const each of view.main_wagers) draft.stakes[draft.box][each] = most;
            redraw();
          },
          { key: "e", do: "even" },
        ),
    },
  ];
}

// Chips taken off again: those of the side wager in hand, or all.
function clearLine(view, ready, redraw) {
  const { box, wager } = draft;
  const alone = view.side_wagers.includes(wager) && draft.stakes[box]?.[wager] > 0;
  const act = () => {
    if (alone) delete draft.stakes[box][wager];
    else draft.stakes = {};
    redraw();
  };
  return ready.length
    ? [
        {
          key: "clear",
          told: alone && [box, wager],
          make: () =>
            button(alone ? `Clear ${shortly(wager)}` : "Clear", act, { do: "clear", key: "c" }),
        },
      ]
    : [];
}

export function betting(me, open, state) {
  const { view, redraw } = state;
  if (!open.includes(draft.box)) [draft.box] = open;
  const known = [...(view.mains.apart ? [ALL, ...view.main_wagers] : ["main"]), ...view.side_wagers];
  if (!known.includes(draft.wager)) draft.wager = first(view);
  const ready = open.filter((each) => hasAny(draft.stakes[each]));
  const lines = [...chipLines(state), ...evenLine(view, redraw)];
  const beside = besideLine(me, open, ready, state);
  if (open.length < 2) lines.push(...beside);
  lines.push(...clearLine(view, ready, redraw));
  const before = againLine(me, open, ready, state);
  lines.push(...(before.length ? before : [placeLine(me, open, ready, state)]));
  const row = {
    key: "chips",
    make: () => made("div", { class: "row chips" }),
    fill: (node) => keyed(node, lines),
  };
  return [
    ...(open.length < 2 ? [] : [boxTabs(view, open, beside, redraw)]),
    wagerPills(view, redraw),
    row,
    paysLine(view, view.side_wagers.includes(draft.wager) ? draft.wager : "main", redraw),
  ];
}
