// Bets before the lock: chips on every wager of every own box, on the felt or in the tray, put down
// together, taken back one by one. What lies ready is kept in the draft.
import { showNotice } from "../api.js";
import { chip } from "../draw.js";
import { button, element } from "../elements.js";
import { formatMoney } from "../money.js";
import { reconcile } from "../parts.js";
import { shortTitle } from "../words.js";
import {
  CHIPS,
  addChip,
  betSummary,
  choices,
  chosenChip,
  commandStakes,
  draft,
  firstWager,
  hasChips,
  keepLastBets,
  lastBetSummary,
  limitsOf,
  oneMoreBox,
  ridingStakes,
  sumStakes,
  takeOffBarred,
  touch,
  unevenMost,
  waitText,
  wagerFacts,
  wagerLabel,
  wagersUnder,
} from "./draft.js";
import { isQueued, queueBet } from "./next_bet.js";
import { paytablePart, winsText } from "./paytable.js";

const CHIP_KEYS = ["1", "2", "3", "4"];

// What the areas of the felt ask: may they be bet on, what lies ready there, and that a chip is put
// there.
export function feltBetting(open, state) {
  const { view } = state;
  return {
    open: (box) => open.includes(box),
    ready: (box, wager) => draft.stakes[box]?.[wager],
    touched: (box) => hasChips(draft.stakes[box]),
    chosen: (box, wager) => draft.box === box && wagersUnder(view, draft.wager).includes(wager),
    adds: (wager) => formatMoney(limitsOf(view, wager).only[0] ?? chosenChip(view)),
    put: (box, wager) => {
      if (state.busy) return;
      touch(state.view, box, wager);
      sayTakenOff(state.view, wager);
      state.redraw();
    },
  };
}

// Chips that may not lie beside the new ones come off at once, and not as a refusal of the whole bet.
function sayTakenOff(view, wager) {
  const others = takeOffBarred(view, wager).map((other) => wagerLabel(view, other));
  if (!others.length) return;
  const off = others.join(" and ");
  showNotice(`${wagerLabel(view, wager)} may not lie beside ${off} on one box: ${off} was taken off.`);
}

// A button that stays pressed while what it stands for is in hand.
function pill(attributes, pressed, choose, ...children) {
  return element(
    "button",
    { type: "button", class: "wager", ...attributes, "aria-pressed": pressed, onclick: choose },
    ...children,
  );
}

function wagerPills(view, redraw) {
  const stakes = draft.stakes[draft.box] ?? {};
  const part = (wager) => {
    const pressed = String(draft.wager === wager);
    const facts = wagerFacts(view, wager, winsText(view, wager));
    const amount = stakes[wager] ?? 0;
    const choose = () => {
      draft.wager = wager;
      redraw();
    };
    const sum = () => (amount ? element("b", {}, ` ${formatMoney(amount)}`) : null);
    return {
      key: wager,
      value: [pressed, facts, amount],
      make: () =>
        pill(
          { "data-wager": wager },
          pressed,
          choose,
          element("span", {}, wagerLabel(view, wager), sum()),
          element("small", {}, facts),
        ),
    };
  };
  return {
    key: "wagers",
    make: () => element("div", { class: "row wagers", role: "group", "aria-label": "Wagers" }),
    fill: (node) => reconcile(node, choices(view).map(part)),
  };
}

function fixedStakeButtons(only, { view, redraw }) {
  const name = wagerLabel(view, draft.wager);
  const put = (amount) => {
    (draft.stakes[draft.box] ??= {})[draft.wager] = Number(amount);
    sayTakenOff(view, draft.wager);
    redraw();
  };
  return only.map((amount, at) => ({
    key: `only ${amount}`,
    value: [name, at],
    make: () =>
      button(`${formatMoney(amount)} on ${name}`, () => put(amount), {
        key: CHIP_KEYS[at],
        do: "stake",
      }),
  }));
}

function chipButtons(state) {
  const { view, redraw } = state;
  const { only } = limitsOf(view, draft.wager);
  if (only.length) return fixedStakeButtons(only, state);
  const name = wagerLabel(view, draft.wager);
  const chosen = chosenChip(view);
  const put = (worth) => {
    draft.chip = worth;
    addChip(state.view, draft.wager, worth);
    sayTakenOff(state.view, draft.wager);
    redraw();
  };
  return CHIPS.map((worth, at) => ({
    key: `chip ${worth}`,
    value: [name, worth === chosen],
    make: () =>
      element(
        "button",
        {
          type: "button",
          class: worth === chosen ? "chip-button chosen" : "chip-button",
          "data-chip": String(worth),
          "data-key": CHIP_KEYS[at],
          "aria-label": `Add ${formatMoney(worth)} to ${name}`,
          onclick: () => put(worth),
        },
        chip(worth),
      ),
  }));
}

function boxTabs(open, more, redraw) {
  const part = (box) => {
    const sum = hasChips(draft.stakes[box]) ? ` ${formatMoney(sumStakes(draft.stakes[box]))}` : "";
    const pressed = String(draft.box === box);
    const choose = () => {
      draft.box = box;
      redraw();
    };
    return {
      key: box,
      value: [pressed, sum],
      make: () =>
        pill(
          { "data-tab": String(box) },
          pressed,
          choose,
          element("span", {}, `Box ${box}`, sum ? element("b", {}, sum) : null),
        ),
    };
  };
  return {
    key: "tabs",
    make: () => element("div", { class: "row tabs", role: "group", "aria-label": "Your boxes" }),
    fill: (node) => reconcile(node, [...open.map(part), ...more]),
  };
}

// Places the bets box by box, and stops at the first that is refused: what lies ready there stays. The
// chips lie on the felt from the press on.
export async function placeAll(me, open, state) {
  for (const box of open.filter((each) => hasChips(draft.stakes[each]))) {
    const placed = draft.stakes[box];
    const stakes = commandStakes(placed, ridingStakes(state.view, me, box));
    draft.sent[box] = { rounds: state.view.rounds, stakes };
    delete draft.stakes[box];
    if (!(await state.act({ do: "place_bet", box, stakes }))) {
      delete draft.sent[box];
      draft.stakes[box] = placed;
      draft.auto = 0;
      break;
    }
    draft.last[box] = placed;
    keepLastBets(state.view.table);
  }
  draft.wager = firstWager(state.view);
  state.redraw();
}

// The row of one's bets that are down, each with a way back.
export function betsDown(bets, act, view) {
  const several = bets.length > 1;
  const next = waitText(view);
  const takeBack = ({ box }, at) =>
    button(several ? `Take back box ${box}` : "Take it back", () => act({ do: "take_back", box }), {
      key: at ? undefined : "t",
      do: "take_back",
      at: String(box),
    });
  return {
    key: "placed",
    value: [next, ...bets.map((bet) => bet.box)],
    make: () =>
      element(
        "div",
        { class: "row" },
        element("span", {}, `${several ? "Your bets are down" : "Your bet is down"}; ${next}`),
        ...bets.map(takeBack),
      ),
  };
}

// While others still play the bet waits for its turn, and may be called back.
function queueButton(label, disabled, redraw) {
  const isOn = isQueued();
  const turn = () => {
    queueBet(!isOn);
    redraw();
  };
  const text = isOn ? "Next round: call it back" : `${label} next round`;
  return {
    key: "queue",
    value: [text, disabled],
    make: () => button(text, turn, { class: "main", key: "b", do: "queue_bet", disabled }),
  };
}

function placeButton(me, open, ready, state) {
  const { label, disabled } = betSummary(state.view, me, ready);
  if (state.view.awaits.kind !== "bets") return queueButton(label, disabled, state.redraw);
  return {
    key: "place",
    value: [label, disabled, open],
    make: () =>
      button(label, () => placeAll(me, open, state), {
        class: "main",
        key: "b",
        do: "place_bet",
        disabled,
      }),
  };
}

// The last bets on every own box, put down again by one press; what the chips do not cover lies ready
// only.
function againButton(me, open, state) {
  const last = lastBetSummary(state.view, me, open);
  if (!last) return null;
  const { boxes, label, covered } = last;
  const act = () => {
    for (const box of boxes) draft.stakes[box] = { ...draft.last[box] };
    if (covered) placeAll(me, open, state);
    else state.redraw();
  };
  return {
    key: "again",
    value: [label, covered, open],
    make: () => button(label, act, { key: "a", do: "again", class: covered ? "main" : undefined }),
  };
}

function oneMoreBoxButton(me, open, ready, state) {
  const more = oneMoreBox(state.view, me, open, ready);
  if (!more) return [];
  const { boxes, stakes, from, to, sits, disabled } = more;
  const act = async () => {
    const copies = Object.fromEntries(boxes.map((box) => [box, { ...stakes[box] }]));
    if (!sits || (await state.act({ do: "sit", box: to }))) {
      Object.assign(draft.stakes, copies, { [to]: { ...copies[from] } });
    }
    state.redraw();
  };
  return [
    {
      key: "beside",
      value: [boxes, to, disabled, ready.length],
      make: () =>
        button(`Same on box ${to} too`, act, { key: "x", do: "beside", class: "wager", disabled }),
    },
  ];
}

// Main wagers of different amounts are made the same by one touch.
function evenButton(view, redraw) {
  const most = unevenMost(view);
  if (most === null) return [];
  const act = () => {
    for (const wager of view.main_wagers) draft.stakes[draft.box][wager] = most;
    redraw();
  };
  return [
    {
      key: "even",
      value: most,
      make: () =>
        button(`${formatMoney(most)} on all ${view.main_wagers.length}`, act, { key: "e", do: "even" }),
    },
  ];
}

// Chips taken off again: those of the side wager in hand, or all.
function clearButton(view, redraw) {
  const { box, wager } = draft;
  const isOne = view.side_wagers.includes(wager) && draft.stakes[box]?.[wager] > 0;
  const act = () => {
    if (isOne) delete draft.stakes[box][wager];
    else draft.stakes = {};
    redraw();
  };
  const label = isOne ? `Clear ${shortTitle(wager)}` : "Clear";
  return {
    key: "clear",
    value: isOne && [box, wager],
    make: () => button(label, act, { do: "clear", key: "c" }),
  };
}

// The parts of the tray while the boxes in `open` may be bet on.
export function bettingParts(me, open, state) {
  const { view, redraw } = state;
  if (!open.includes(draft.box)) [draft.box] = open;
  if (!choices(view).includes(draft.wager)) draft.wager = firstWager(view);
  const ready = open.filter((box) => hasChips(draft.stakes[box]));
  const oneMore = oneMoreBoxButton(me, open, ready, state);
  const mayPlace = view.awaits.kind === "bets";
  const again = ready.length || !mayPlace ? null : againButton(me, open, state);
  const buttons = [
    ...chipButtons(state),
    again ?? placeButton(me, open, ready, state),
    ...(ready.length ? [clearButton(view, redraw)] : []),
    ...evenButton(view, redraw),
    ...(open.length < 2 ? oneMore : []),
  ];
  const row = {
    key: "chips",
    make: () => element("div", { class: "row chips" }),
    fill: (node) => reconcile(node, buttons),
  };
  const priced = view.side_wagers.includes(draft.wager) ? draft.wager : "main";
  return [
    ...(open.length < 2 ? [] : [boxTabs(open, oneMore, redraw)]),
    wagerPills(view, redraw),
    row,
    paytablePart(view, priced, redraw),
  ];
}
