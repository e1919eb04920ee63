// Bets that lie ready and are not down yet, and everything that can be said of them without drawing:
// which wagers chips go to, how much a wager takes, whether a box may be bet so.
import { formatMoney, roundToCents } from "../money.js";
import { title } from "../words.js";

export const CHIPS = [1, 5, 25, 100];
export const ALL = "all";
const ANY_STAKE = "any stake";
const LAST_BETS = "cutcard-last-bets";

// box -> wager -> amount in `stakes`, the same of the last round in `last`; `wager` is the one that
// chips go on, `chip` the chip used last.
// `sent` are bets on their way, until a view has them: box -> { rounds, stakes }. `queued` says that
// what lies ready goes down when it may, `auto` for how many rounds the last bet does.
export const draft = {
  box: 0,
  wager: "",
  chip: 0,
  stakes: {},
  last: {},
  sent: {},
  queued: false,
  auto: 0,
};

// The last bets are kept in the tab, table by table, so that whoever comes back finds them again.
const keptBets = () => JSON.parse(sessionStorage.getItem(LAST_BETS) ?? "{}");

export function keepLastBets(table) {
  sessionStorage.setItem(LAST_BETS, JSON.stringify({ ...keptBets(), [table]: draft.last }));
}

export function recallLastBets(table) {
  draft.last = keptBets()[table] ?? {};
}

export const hasChips = (stakes) => Object.values(stakes ?? {}).some((amount) => amount > 0);
export const sumStakes = (stakes) => Object.values(stakes).reduce((sum, amount) => sum + amount, 0);
export const chipsOf = (view, player) => Number(view.chips[player] ?? 0);
export const isDown = (bet) => "main" in bet.stakes;
const leastBet = (view) => Number(view.limits.minimum ?? 0);

// What chips go on before anything is chosen.
export const firstWager = (view) => (view.mains.apart ? ALL : "main");

// Everything that can be chosen, in order.
export function choices(view) {
  const mains = view.mains.apart ? [ALL, ...view.main_wagers] : ["main"];
  return [...mains, ...view.side_wagers];
}

// What people call it.
export function wagerLabel(view, wager) {
  const count = view.main_wagers.length;
  if (wager === ALL) return `All ${count}`;
  if (wager === "main" && !view.mains.apart) return count > 1 ? `Main × ${count}` : "Main";
  const at = view.main_wagers.indexOf(wager);
  return at < 0 ? title(wager) : `Main ${at + 1}`;
}

// The wagers that chips on one go to: main wagers that must be equal stay so.
export function wagersUnder(view, wager) {
  const together = wager === ALL || (!view.mains.apart && view.main_wagers.includes(wager));
  return together ? view.main_wagers : [wager];
}

const isMainWager = (view, wager) => wager === ALL || view.main_wagers.includes(wager);

export function limitsOf(view, wager) {
  if (isMainWager(view, wager)) {
    return { least: view.limits.minimum, most: view.limits.maximum, only: [] };
  }
  return view.stakes[wager] ?? { least: null, most: null, only: [] };
}

// What a wager takes: "$5 to $500", "up to $25", "from $5", "$1 or $5 only". A side wager that takes as
// much as the main one has no limit of its own to tell of.
export function limitText(view, wager) {
  const limits = limitsOf(view, wager);
  if (limits.only.length) return `${limits.only.map((amount) => formatMoney(amount)).join(" or ")} only`;
  const least = Number(limits.least ?? 0) >= 1 ? formatMoney(limits.least) : "";
  if (!least && limits.most === view.limits.maximum && !isMainWager(view, wager)) return ANY_STAKE;
  if (limits.most) return `${least || "up"} to ${formatMoney(limits.most)}`;
  return least ? `from ${least}` : ANY_STAKE;
}

// The small line of a wager's button: its limits and how often it wins, where that is known.
export function wagerFacts(view, wager, wins) {
  const limit = limitText(view, wager);
  if (!wins) return limit;
  return limit === ANY_STAKE ? wins : `${limit} · ${wins}`;
}

// Takes off what may not lie beside a wager on the box in hand; returns the wagers it was.
export function takeOffBarred(view, wager) {
  const stakes = draft.stakes[draft.box] ?? {};
  const others = (view.barred?.[wager] ?? []).filter((other) => stakes[other] > 0);
  for (const other of others) delete stakes[other];
  return others;
}

// Puts a chip on a wager of the box in hand; a wager never takes more than its most.
export function addChip(view, wager, worth) {
  const stakes = (draft.stakes[draft.box] ??= {});
  const most = Number(limitsOf(view, wager).most ?? Infinity);
  for (const each of wagersUnder(view, wager)) {
    stakes[each] = Math.min(most, roundToCents((stakes[each] ?? 0) + worth));
  }
}

// The chip that an area of the felt is given: the one used last, or the first that makes the least bet.
export function chosenChip(view) {
  return draft.chip || (CHIPS.find((worth) => worth >= leastBet(view)) ?? CHIPS.at(-1));
}

// Where a wager takes a few stakes only, the next of them after what lies there; null where it takes
// any.
export function nextFixedStake(view, wager) {
  const { only } = limitsOf(view, wager);
  if (!only.length) return null;
  const now = draft.stakes[draft.box]?.[wager] ?? 0;
  return only.map(Number).find((amount) => amount > now) ?? Number(only[0]);
}

// One touch of an area: the next fixed stake, or one more chip.
export function touch(view, box, wager) {
  draft.box = box;
  draft.wager = wagersUnder(view, wager).length > 1 ? firstWager(view) : wager;
  const fixed = nextFixedStake(view, wager);
  if (fixed === null) addChip(view, wager, chosenChip(view));
  else (draft.stakes[box] ??= {})[wager] = fixed;
}

// The stakes of a command: decimal text, on top of what rides on the box from the round before.
export function commandStakes(stakes, riding) {
  const text = { ...riding };
  for (const [wager, amount] of Object.entries(stakes)) if (amount > 0) text[wager] = amount.toFixed(2);
  return text;
}

export function ridingStakes(view, player, box) {
  return view.bets.find((bet) => bet.box === box && bet.player === player)?.stakes ?? {};
}

// A view with the bets that are on their way: they lie where they were put until the house has them.
export function withSent(view, player) {
  const isOwn = (bet, box) => bet.box === Number(box) && bet.player === player;
  for (const [box, { rounds }] of Object.entries(draft.sent)) {
    const isThere = view.bets.some((bet) => isOwn(bet, box) && isDown(bet));
    if (isThere || view.round !== null || view.rounds > rounds) delete draft.sent[box];
  }
  const sent = Object.entries(draft.sent);
  if (!sent.length) return view;
  const others = view.bets.filter((bet) => !sent.some(([box]) => isOwn(bet, box)));
  return {
    ...view,
    bets: [...others, ...sent.map(([box, { stakes }]) => ({ box: Number(box), player, stakes }))],
  };
}

// Whether a main wager of a box is below the least, or one that a bet must have is not there.
export function isShort(view, stakes) {
  return view.main_wagers.some((wager) =>
    (stakes[wager] ?? 0) > 0 ? stakes[wager] < leastBet(view) : view.mains.required.includes(wager),
  );
}

function betLabel(sum, boxes, isTooMuch) {
  if (!sum) return "Bet";
  return isTooMuch ? `${formatMoney(sum)}: more than your chips` : `Bet ${formatMoney(sum)}${boxes}`;
}

// The bet that would be placed now, over all boxes in `ready`: what its button says, and whether it may
// be pressed.
export function betSummary(view, player, ready) {
  const sum = ready.reduce((whole, box) => whole + sumStakes(draft.stakes[box]), 0);
  const isTooMuch = sum > chipsOf(view, player);
  const boxes = ready.length > 1 ? ` on ${ready.length} boxes` : "";
  return {
    label: betLabel(sum, boxes, isTooMuch),
    disabled: !ready.length || isTooMuch || ready.some((box) => isShort(view, draft.stakes[box])),
  };
}

// The bets of the last round on the boxes that are open: null where there is nothing to repeat.
export function lastBetSummary(view, player, open) {
  const boxes = open.filter((box) => hasChips(draft.last[box]));
  if (!boxes.length) return null;
  const sum = boxes.reduce((whole, box) => whole + sumStakes(draft.last[box]), 0);
  const where = boxes.length > 1 ? ` on ${boxes.length} boxes` : "";
  return {
    boxes,
    label: `Same again: ${formatMoney(sum)}${where}`,
    covered: sum <= chipsOf(view, player),
  };
}

// The same bets on one more box: from which to which, and whether the chips cover it. They are those
// that lie ready, or those of the last round; the box is one's own, or a free one to sit down at.
export function oneMoreBox(view, player, open, ready) {
  const boxes = ready.length ? ready : open.filter((box) => hasChips(draft.last[box]));
  const stakes = ready.length ? draft.stakes : draft.last;
  const from = boxes.at(-1);
  if (!from) return null;
  const own = open.find((box) => !boxes.includes(box));
  const to = own ?? view.may_sit.find((box) => box > from) ?? view.may_sit.at(-1);
  if (!to) return null;
  const sum = boxes.reduce((whole, box) => whole + sumStakes(stakes[box]), 0) + sumStakes(stakes[from]);
  const sits = own === undefined;
  return { boxes, stakes, from, to, sits, disabled: sum > chipsOf(view, player) };
}

// Where main wagers lie apart and differ, the greatest of them; null where they are equal already.
export function unevenMost(view) {
  const stakes = draft.stakes[draft.box] ?? {};
  const amounts = view.main_wagers.map((wager) => stakes[wager] ?? 0);
  const most = Math.max(...amounts);
  return !view.mains.apart || amounts.every((amount) => amount === most) ? null : most;
}

// What a bet that is down waits for.
export function waitText({ halted, seated, bets, away = [] }) {
  if (halted) return "no round can start right now.";
  const others = [...new Set(Object.values(seated))].filter(
    (player) => !away.includes(player) && !bets.some((bet) => bet.player === player && isDown(bet)),
  );
  if (!others.length) return "the dealer starts in a moment.";
  return others.length === 1 ? `${others[0]} may still bet.` : `${others.length} others may still bet.`;
}
