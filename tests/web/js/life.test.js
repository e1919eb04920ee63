// What makes a table alive, without drawing it: settlements in their order, wheels, jackpots, bets that
// go down by themselves.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { netByHand } from "../../../src/cutcard/web/static/js/felt/boxes.js";
import { fateOf, settlementTimes } from "../../../src/cutcard/web/static/js/felt/settlement.js";
import { slices, turnTo } from "../../../src/cutcard/web/static/js/felt/wheel.js";
import { draft, takeOffBarred, withSent } from "../../../src/cutcard/web/static/js/table/draft.js";
import { jackpotOf } from "../../../src/cutcard/web/static/js/table/jackpot.js";
import { dueBet } from "../../../src/cutcard/web/static/js/table/next_bet.js";

const BETS = { awaits: { kind: "bets" }, round: null, rounds: 4, bets: [], chips: { ann: "100" } };

beforeEach(() => {
  Object.assign(draft, { box: 1, stakes: {}, last: {}, sent: {}, queued: false, auto: 0 });
});

test("each hand of a split box has its own result, one hand has the box's", () => {
  const line = (hand, net, wager = "main") => ({ box: 1, hand, wager, net });
  const lines = [line(1, "10.00"), line(2, "-10.00"), line(3, "0.00"), line(1, "5.00", "lucky_ladies")];
  assert.deepEqual(netByHand(lines, 1), { 1: 10, 2: -10, 3: 0 });
  assert.deepEqual(netByHand(lines.slice(0, 1), 1), {});
});

test("losing chips are swept, winners are paid, a push is left; all within a few seconds", () => {
  assert.equal(fateOf({ returned: "0.00", net: "-5.00" }), "swept");
  assert.equal(fateOf({ returned: "10.00", net: "5.00" }), "paid");
  assert.equal(fateOf({ returned: "5.00", net: "0.00" }), "left");
  const { starts, end } = settlementTimes(40);
  assert.equal(starts.length, 40);
  assert.deepEqual(
    starts,
    [...starts].sort((one, other) => one - other),
  );
  assert.ok(end < 3500);
});

test("a wheel has the operator's weights and stops with the middle of a slice under its pointer", () => {
  const parts = slices([
    { shows: "a", part: 0.5 },
    { shows: "b", part: 0.25 },
    { shows: "c", part: 0.25 },
  ]);
  assert.deepEqual(
    parts.map(({ from, to }) => [from, to]),
    [
      [0, 180],
      [180, 270],
      [270, 360],
    ],
  );
  assert.equal(turnTo(parts, "b") % 360, 360 - 225);
});

test("a jackpot is pending while it waits for people, and paid when the round has paid it", () => {
  const line = { box: 1, wager: "super_4", returned: "5000.05", pays: "100% of super_4" };
  const over = { hits: [], round: null, last_lines: [line], last_round: { boxes: [] } };
  assert.equal(jackpotOf(over).state, "paid");
  assert.equal(jackpotOf({ ...over, last_lines: [{ ...line, returned: "0.00" }] }), null);
  const hit = { meter: "super_4@one", amount: "5000.05" };
  assert.equal(jackpotOf({ ...over, hits: [hit] }).state, "pending");
});

test("what may not lie beside a wager comes off, and nothing else", () => {
  const view = { barred: { over_13: ["under_13"], under_13: ["over_13"] } };
  draft.stakes = { 1: { main: 5, under_13: 5, streak_2: 5 } };
  assert.deepEqual(takeOffBarred(view, "over_13"), ["under_13"]);
  assert.deepEqual(draft.stakes, { 1: { main: 5, streak_2: 5 } });
  assert.deepEqual(takeOffBarred(view, "main"), []);
});

test("a bet lies from the press on, until a view has it or the round is another", () => {
  draft.sent = { 1: { rounds: 4, stakes: { main: "5.00" } } };
  assert.deepEqual(withSent(BETS, "ann").bets, [{ box: 1, player: "ann", stakes: { main: "5.00" } }]);
  assert.equal(withSent({ ...BETS, rounds: 5 }, "ann").bets.length, 0);
  assert.deepEqual(draft.sent, {});
  draft.sent = { 1: { rounds: 4, stakes: { main: "5.00" } } };
  const known = { ...BETS, bets: [{ box: 1, player: "ann", stakes: { main: "5.00" } }] };
  assert.equal(withSent(known, "ann"), known);
});

test("a bet goes down by itself where it was asked for, and only then", () => {
  const seats = { open: [1], bets: [] };
  draft.last = { 1: { main: 10 } };
  assert.equal(dueBet(BETS, "ann", seats), "");
  draft.auto = 3;
  assert.equal(dueBet(BETS, "ann", seats), "auto");
  assert.equal(dueBet({ ...BETS, chips: { ann: "5" } }, "ann", seats), "", "the chips do not cover it");
  assert.equal(dueBet({ ...BETS, halted: { says: "no" } }, "ann", seats), "");
  draft.stakes = { 1: { main: 25 } };
  assert.equal(dueBet(BETS, "ann", seats), "", "what lies ready is not overridden");
  draft.queued = true;
  assert.equal(dueBet(BETS, "ann", seats), "queued");
  assert.equal(dueBet({ ...BETS, awaits: { kind: "decision" } }, "ann", seats), "");
});
