import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  ALL,
  addChip,
  betSummary,
  choices,
  chosenChip,
  commandStakes,
  draft,
  firstWager,
  hasChips,
  isDown,
  isShort,
  keepLastBets,
  lastBetSummary,
  limitText,
  limitsOf,
  nextFixedStake,
  oneMoreBox,
  recallLastBets,
  ridingStakes,
  touch,
  unevenMost,
  wagerFacts,
  wagerLabel,
  wagersUnder,
  waitText,
} from "../../../src/cutcard/web/static/js/table/draft.js";
import { tabStorage } from "./browser.js";

const ONE_MAIN = {
  table: "one",
  main_wagers: ["main"],
  mains: { apart: false, required: ["main"] },
  side_wagers: ["super_4", "lucky_ladies"],
  limits: { minimum: "10", maximum: "500" },
  stakes: {
    super_4: { least: null, most: null, only: ["1", "5"] },
    lucky_ladies: { least: "1", most: "25", only: [] },
  },
  bets: [],
  chips: { ann: "100" },
  may_sit: [4, 6],
};
// Blackjack Switch: two main wagers that must be equal.
const EQUAL = {
  ...ONE_MAIN,
  main_wagers: ["main", "main_2"],
  mains: { apart: false, required: ["main", "main_2"] },
};
// Multiple Action: three main wagers, each for itself.
const APART = {
  ...ONE_MAIN,
  main_wagers: ["main", "main_2", "main_3"],
  mains: { apart: true, required: ["main"] },
};

beforeEach(() => {
  globalThis.sessionStorage = tabStorage();
  Object.assign(draft, { box: 1, wager: "main", chip: 0, stakes: {}, last: {} });
});

test("what can be chosen, and what chips go on first", () => {
  assert.deepEqual(choices(ONE_MAIN), ["main", "super_4", "lucky_ladies"]);
  assert.deepEqual(choices(APART).slice(0, 4), [ALL, "main", "main_2", "main_3"]);
  assert.equal(firstWager(ONE_MAIN), "main");
  assert.equal(firstWager(APART), ALL);
});

test("a wager is called by what chips on it do", () => {
  assert.equal(wagerLabel(ONE_MAIN, "main"), "Main");
  assert.equal(wagerLabel(EQUAL, "main"), "Main × 2");
  assert.equal(wagerLabel(APART, ALL), "All 3");
  assert.equal(wagerLabel(APART, "main"), "Main 1");
  assert.equal(wagerLabel(APART, "main_2"), "Main 2");
  assert.equal(wagerLabel(ONE_MAIN, "lucky_ladies"), "Lucky Ladies");
});

test("main wagers that must be equal stay so, others stand alone", () => {
  assert.deepEqual(wagersUnder(EQUAL, "main_2"), ["main", "main_2"]);
  assert.deepEqual(wagersUnder(APART, "main_2"), ["main_2"]);
  assert.deepEqual(wagersUnder(APART, ALL), ["main", "main_2", "main_3"]);
  assert.deepEqual(wagersUnder(EQUAL, "super_4"), ["super_4"]);
});

test("limits are the table's for main wagers, their own for others, none where nobody says any", () => {
  assert.deepEqual(limitsOf(APART, ALL), { least: "10", most: "500", only: [] });
  assert.deepEqual(limitsOf(ONE_MAIN, "no_such"), { least: null, most: null, only: [] });
  assert.equal(limitText(ONE_MAIN, "main"), "$10 to $500");
  assert.equal(limitText(ONE_MAIN, "super_4"), "$1 or $5 only");
  assert.equal(limitText(ONE_MAIN, "no_such"), "any stake");
  const of = (limits) => limitText({ ...ONE_MAIN, limits }, "main");
  assert.equal(of({ minimum: "0.01", maximum: "500" }), "up to $500");
  assert.equal(of({ minimum: "10", maximum: null }), "from $10");
  assert.equal(of({ minimum: null, maximum: null }), "any stake");
  const stakes = { over_13: { least: "0.01", most: "500", only: [] } };
  assert.equal(limitText({ ...ONE_MAIN, stakes }, "over_13"), "any stake");
});

test("how often a wager wins stands beside its limits, and alone where it takes any stake", () => {
  assert.equal(wagerFacts(ONE_MAIN, "lucky_ladies", "wins 1 in 9.4"), "$1 to $25 · wins 1 in 9.4");
  assert.equal(wagerFacts(ONE_MAIN, "lucky_ladies", ""), "$1 to $25");
  assert.equal(wagerFacts(ONE_MAIN, "no_such", "wins 1 in 9.4"), "wins 1 in 9.4");
  assert.equal(wagerFacts(ONE_MAIN, "no_such", ""), "any stake");
});

test("chips add up in cents, and never past the most that a wager takes", () => {
  addChip(ONE_MAIN, "lucky_ladies", 0.1);
  addChip(ONE_MAIN, "lucky_ladies", 0.2);
  assert.equal(draft.stakes[1].lucky_ladies, 0.3);
  addChip(ONE_MAIN, "lucky_ladies", 100);
  assert.equal(draft.stakes[1].lucky_ladies, 25);
});

test("a chip on one of the wagers that must be equal is a chip on each", () => {
  addChip(EQUAL, "main", 25);
  assert.deepEqual(draft.stakes[1], { main: 25, main_2: 25 });
});

test("a wager without a most takes any number of chips", () => {
  const view = { ...ONE_MAIN, limits: { minimum: null, maximum: null } };
  for (let chip = 0; chip < 50; chip += 1) addChip(view, "main", 100);
  assert.equal(draft.stakes[1].main, 5000);
});

test("the chip of the felt is the one used last, or the first that makes the least bet", () => {
  assert.equal(chosenChip(ONE_MAIN), 25);
  assert.equal(chosenChip({ ...ONE_MAIN, limits: { minimum: "5" } }), 5);
  assert.equal(chosenChip({ ...ONE_MAIN, limits: { minimum: "5000" } }), 100);
  assert.equal(chosenChip({ ...ONE_MAIN, limits: { minimum: null } }), 1);
  draft.chip = 5;
  assert.equal(chosenChip(ONE_MAIN), 5);
});

test("fixed stakes follow each other, and the first comes after the last", () => {
  assert.equal(nextFixedStake(ONE_MAIN, "super_4"), 1);
  draft.stakes[1] = { super_4: 1 };
  assert.equal(nextFixedStake(ONE_MAIN, "super_4"), 5);
  draft.stakes[1] = { super_4: 5 };
  assert.equal(nextFixedStake(ONE_MAIN, "super_4"), 1);
  assert.equal(nextFixedStake(ONE_MAIN, "main"), null);
});

test("a touch of an area chooses its box and its wager, and puts a chip there", () => {
  touch(ONE_MAIN, 3, "lucky_ladies");
  assert.equal(draft.box, 3);
  assert.equal(draft.wager, "lucky_ladies");
  assert.deepEqual(draft.stakes, { 3: { lucky_ladies: 25 } });
  touch(ONE_MAIN, 3, "super_4");
  assert.deepEqual(draft.stakes[3], { lucky_ladies: 25, super_4: 1 });
});

test("a touch of one of several equal main wagers chooses them all", () => {
  touch(EQUAL, 2, "main_2");
  assert.equal(draft.wager, "main");
  assert.deepEqual(draft.stakes[2], { main: 25, main_2: 25 });
  touch(APART, 2, "main_2");
  assert.equal(draft.wager, "main_2");
});

test("a command carries decimal text, what rides on the box, and no wager without chips", () => {
  const stakes = { main: 10, lucky_ladies: 0.5, super_4: 0 };
  assert.deepEqual(commandStakes(stakes, {}), { main: "10.00", lucky_ladies: "0.50" });
  assert.deepEqual(commandStakes({ main: 10 }, { hit_and_run: "5.00", main: "5.00" }), {
    hit_and_run: "5.00",
    main: "10.00",
  });
});

test("what rides on a box is one's own only", () => {
  const bets = [
    { box: 1, player: "bob", stakes: { hit_and_run: "5.00" } },
    { box: 1, player: "ann", stakes: { hit_and_run: "1.00" } },
  ];
  assert.deepEqual(ridingStakes({ ...ONE_MAIN, bets }, "ann", 1), { hit_and_run: "1.00" });
  assert.deepEqual(ridingStakes({ ...ONE_MAIN, bets }, "cyd", 1), {});
  assert.equal(isDown(bets[1]), false);
  assert.equal(isDown({ stakes: { main: "5.00" } }), true);
});

test("a bet is short below the least, or without a wager that it must have", () => {
  assert.equal(isShort(ONE_MAIN, { main: 9.99 }), true);
  assert.equal(isShort(ONE_MAIN, { main: 10 }), false);
  assert.equal(isShort(ONE_MAIN, { lucky_ladies: 5 }), true);
  assert.equal(isShort(APART, { main: 10 }), false);
  assert.equal(isShort(APART, { main: 10, main_3: 5 }), true);
  assert.equal(isShort(EQUAL, { main: 10 }), true);
});

test("the bet's button says the sum, and waits for a whole bet that the chips cover", () => {
  assert.deepEqual(betSummary(ONE_MAIN, "ann", []), { label: "Bet", disabled: true });
  draft.stakes = { 1: { main: 10 }, 2: { main: 20, lucky_ladies: 2.5 } };
  assert.deepEqual(betSummary(ONE_MAIN, "ann", [1]), { label: "Bet $10", disabled: false });
  assert.deepEqual(betSummary(ONE_MAIN, "ann", [1, 2]), {
    label: "Bet $32.50 on 2 boxes",
    disabled: false,
  });
  draft.stakes[2].main = 5;
  assert.equal(betSummary(ONE_MAIN, "ann", [1, 2]).disabled, true);
  draft.stakes[2].main = 100;
  const tooMuch = betSummary(ONE_MAIN, "ann", [1, 2]);
  assert.deepEqual(tooMuch, { label: "$112.50: more than your chips", disabled: true });
});

test("all of one's chips may be bet, and not a cent more", () => {
  draft.stakes = { 1: { main: 100 } };
  assert.equal(betSummary(ONE_MAIN, "ann", [1]).disabled, false);
  draft.stakes = { 1: { main: 100.01 } };
  assert.equal(betSummary(ONE_MAIN, "ann", [1]).disabled, true);
  draft.stakes = { 1: { main: 50 } };
  assert.equal(oneMoreBox(ONE_MAIN, "ann", [1], [1]).disabled, false);
});

test("who has no chips at all can place nothing", () => {
  draft.stakes = { 1: { main: 10 } };
  assert.equal(betSummary(ONE_MAIN, "nobody", [1]).disabled, true);
});

test("the last bets are repeated on the boxes that are open, if the chips cover them", () => {
  assert.equal(lastBetSummary(ONE_MAIN, "ann", [1, 2]), null);
  draft.last = { 1: { main: 40 }, 2: { main: 60 }, 5: { main: 500 } };
  assert.deepEqual(lastBetSummary(ONE_MAIN, "ann", [1, 2]), {
    boxes: [1, 2],
    label: "Same again: $100 on 2 boxes",
    covered: true,
  });
  draft.last[2].main = 60.01;
  assert.equal(lastBetSummary(ONE_MAIN, "ann", [1, 2]).covered, false);
  draft.last[2] = { main: 0 };
  assert.equal(lastBetSummary(ONE_MAIN, "ann", [1, 2]).label, "Same again: $40");
});

test("one more box is one's own empty one before a free one, to the left before the last", () => {
  draft.stakes = { 2: { main: 10 } };
  const own = oneMoreBox(ONE_MAIN, "ann", [2, 3], [2]);
  assert.deepEqual([own.to, own.sits, own.disabled], [3, false, false]);
  const free = oneMoreBox(ONE_MAIN, "ann", [2], [2]);
  assert.deepEqual([free.to, free.sits], [4, true]);
  draft.stakes = { 7: { main: 10 } };
  assert.equal(oneMoreBox(ONE_MAIN, "ann", [7], [7]).to, 6);
});

test("one more box needs a bet to copy, a box to copy it to, and the chips for both", () => {
  assert.equal(oneMoreBox(ONE_MAIN, "ann", [2], []), null);
  draft.stakes = { 2: { main: 51 } };
  assert.equal(oneMoreBox({ ...ONE_MAIN, may_sit: [] }, "ann", [2], [2]), null);
  assert.equal(oneMoreBox(ONE_MAIN, "ann", [2], [2]).disabled, true);
});

test("without chips that lie ready, one more box copies the bet of the last round", () => {
  draft.last = { 2: { main: 10 } };
  const more = oneMoreBox(ONE_MAIN, "ann", [2], []);
  assert.deepEqual([more.from, more.to, more.stakes], [2, 4, draft.last]);
});

test("main wagers of different amounts can be made the same", () => {
  draft.stakes = { 1: { main: 10, main_2: 25 } };
  assert.equal(unevenMost(APART), 25);
  draft.stakes = { 1: { main: 25, main_2: 25, main_3: 25 } };
  assert.equal(unevenMost(APART), null);
  assert.equal(unevenMost({ ...APART, mains: { apart: false } }), null);
  draft.stakes = {};
  assert.equal(unevenMost(APART), null);
});

test("a box without chips, or of none but zeros, has none", () => {
  assert.equal(hasChips(undefined), false);
  assert.equal(hasChips({}), false);
  assert.equal(hasChips({ main: 0 }), false);
  assert.equal(hasChips({ main: 0, super_4: 1 }), true);
});

test("the last bets are kept table by table", () => {
  draft.last = { 1: { main: 10 } };
  keepLastBets("one");
  draft.last = { 2: { main: 20 } };
  keepLastBets("two");
  recallLastBets("one");
  assert.deepEqual(draft.last, { 1: { main: 10 } });
  recallLastBets("three");
  assert.deepEqual(draft.last, {});
});

test("a bet that is down says for whom it waits", () => {
  const mine = { player: "ann", box: 1, stakes: { main: "10.00" } };
  const view = { halted: null, seated: { 1: "ann", 2: "ann" }, bets: [mine], away: [] };
  assert.equal(waitText(view), "the dealer starts in a moment.");
  const withBob = { ...view, seated: { ...view.seated, 4: "bob" } };
  assert.equal(waitText(withBob), "bob may still bet.");
  assert.equal(waitText({ ...withBob, away: ["bob"] }), "the dealer starts in a moment.");
  assert.equal(
    waitText({ ...withBob, seated: { ...withBob.seated, 5: "cy" } }),
    "2 others may still bet.",
  );
  assert.equal(waitText({ ...view, halted: { says: "x" } }), "no round can start right now.");
});
