import assert from "node:assert/strict";
import { test } from "node:test";

import { areaText } from "../../../src/cutcard/web/static/js/felt/areas.js";
import {
  boxName,
  boxState,
  dealerText,
  isMain,
  isOut,
  isOver,
  lift,
  netByWager,
  netOf,
  sideWagers,
  totalText,
} from "../../../src/cutcard/web/static/js/felt/boxes.js";

const LINES = [
  { box: 1, wager: "main", net: "10.10" },
  { box: 1, wager: "main", net: "-10.00" },
  { box: 1, wager: "super_4", net: "-0.10" },
  { box: 2, wager: "main", net: "0.00" },
];
const VIEW = {
  round: null,
  last_round: null,
  last_lines: [],
  bets: [],
  seated: {},
  awaits: { kind: "bets" },
};
const ask = (view, number, more = {}) =>
  boxState({ ...VIEW, ...view }, { round: null, ended: false, number, me: "ann", offered: [], ...more });

test("a hand's total is soft below 21, and a blackjack has its name", () => {
  assert.equal(totalText({ total: 17, soft: true, state: "" }), "soft 17");
  assert.equal(totalText({ total: 21, soft: true, state: "" }), "21");
  assert.equal(totalText({ total: 21, soft: true, state: "blackjack" }), "Blackjack");
  assert.equal(totalText({ total: 26, soft: false, state: "busted" }), "26");
  assert.equal(totalText({ total: 20, soft: false, doubled: true }), "20 ×2");
});

test("a hand with a hidden card has no total", () => {
  assert.equal(totalText({ total: null, soft: true, state: "blackjack" }), "");
  assert.equal(dealerText({ total: null, state: "" }), "");
});

test("the dealer's hand says what it is, and which of several", () => {
  assert.equal(dealerText({ total: 19, state: "stood" }), "Dealer 19");
  assert.equal(dealerText({ total: 21, state: "blackjack" }), "Dealer blackjack");
  assert.equal(dealerText({ total: 24, state: "busted" }), "Dealer 24 · bust");
  assert.equal(dealerText({ total: 19, state: "" }, 0), "Dealer 1: 19");
  assert.equal(dealerText({ total: 19, state: "" }, 2), "Dealer 3: 19");
});

test("hands that are out of the round are told from those that stand", () => {
  assert.equal(isOut({ state: "busted" }), true);
  assert.equal(isOut({ state: "dead" }), true);
  assert.equal(isOut({ state: "stood" }), false);
  assert.equal(isOut({ state: "" }), false);
});

test("a box is named by who sits there", () => {
  assert.equal(boxName(3, "", "ann"), "Box 3");
  assert.equal(boxName(3, "ann", "ann"), "You · box 3");
  assert.equal(boxName(3, "bob", "ann"), "bob");
});

test("boxes lie on an arc: its middle hangs lowest, its ends highest, alike on both sides", () => {
  assert.deepEqual(
    [1, 4, 7].map((number) => lift(number, 7)),
    [0, 2, 0],
  );
  assert.equal(lift(2, 7), lift(6, 7));
  assert.equal(lift(1, 1), 2);
  assert.deepEqual(
    [1, 2].map((number) => lift(number, 2)),
    [0, 0],
  );
});

test("a box's net is the exact sum of its lines, and null without any", () => {
  assert.equal(netOf(LINES, 1), 0);
  assert.equal(netOf(LINES, 2), 0);
  assert.equal(netOf(LINES, 3), null);
  assert.deepEqual(netByWager(LINES, 1), { main: 0.1, super_4: -0.1 });
  assert.deepEqual(netByWager(LINES, 3), {});
});

test("main wagers are told from side wagers by their names", () => {
  assert.equal(isMain("main"), true);
  assert.equal(isMain("main_2"), true);
  assert.equal(isMain("mainly_ladies"), false);
});

test("side wagers are those on offer and those that chips lie on, each once", () => {
  const bets = [{ stakes: { main: "5.00", envy: "1.00" } }, {}];
  const round = { boxes: [{ stakes: { super_4: "1.00", main_2: "5.00" } }] };
  const found = sideWagers({ bets, side_wagers: ["super_4"] }, round);
  assert.deepEqual(found, ["super_4", "envy"]);
  assert.deepEqual(sideWagers({ bets: [] }, null), []);
});

test("the round that is over stays until one's own next bet", () => {
  const over = { ...VIEW, last_round: { number: 4 } };
  assert.equal(isOver(over, "ann"), true);
  assert.equal(isOver({ ...over, bets: [{ player: "bob" }] }, "ann"), true);
  assert.equal(isOver({ ...over, bets: [{ player: "ann" }] }, "ann"), false);
  assert.equal(isOver({ ...over, round: { number: 5 } }, "ann"), false);
  assert.equal(isOver(VIEW, "ann"), false);
  assert.equal(isOver({ round: null, bets: [] }, "ann"), false);
});

test("a box that nobody has is empty, and free where it is offered", () => {
  const box = ask({}, 3, { offered: [3] });
  assert.deepEqual([box.player, box.stakes, box.net, box.playing, box.free], ["", {}, null, null, true]);
  assert.equal(ask({}, 2, { offered: [3] }).free, false);
});

test("one's own bet on a box is shown before another's", () => {
  const bets = [
    { box: 1, player: "bob", stakes: { main: "5.00" } },
    { box: 1, player: "ann", stakes: { main: "10.00" } },
  ];
  assert.deepEqual(ask({ bets }, 1).stakes, { main: "10.00" });
  assert.deepEqual(ask({ bets }, 1, { me: "cyd" }).stakes, { main: "5.00" });
});

test("while a round is played a box shows what it is played for, afterwards what is bet next", () => {
  const played = { box: 1, player: "ann", stakes: { main: "20.00" } };
  const round = { boxes: [{ box: 2, player: "bob", stakes: {} }, played] };
  const bets = [{ box: 1, player: "ann", stakes: { main: "5.00" } }];
  const during = ask({ bets }, 1, { round });
  assert.deepEqual([during.played, during.stakes, during.player], [played, { main: "20.00" }, "ann"]);
  const after = ask({ bets }, 1, { round, ended: true });
  assert.deepEqual([after.played, after.stakes], [null, { main: "5.00" }], "old cards are gone");
  assert.deepEqual(ask({}, 1, { round, ended: true }).played, played);
  assert.equal(ask({}, 1, { round, ended: true, touched: true }).played, null);
  assert.equal(ask({ bets }, 3, { round }).played, null);
});

test("a box whose turn it is plays its hand; once the round is over nobody plays", () => {
  const awaits = { kind: "decision", may: { 2: ["hit"] }, hand: 3 };
  assert.equal(ask({ awaits }, 2).playing, 3);
  assert.equal(ask({ awaits }, 1).playing, null);
  assert.equal(ask({ awaits }, 2, { ended: true }).playing, null);
  assert.equal(ask({ awaits: { kind: "decision", may: { 2: [] } } }, 2).playing, 0);
});

test("nets are those of the round that is shown", () => {
  const now = { round: { boxes: [], lines: LINES.slice(2, 3) }, last_lines: LINES };
  assert.equal(ask(now, 1).net, -0.1);
  assert.equal(ask({ last_lines: LINES }, 1, { ended: true }).net, 0);
});

test("a box is a push where each of its lines is, not where they add up to zero", () => {
  assert.equal(ask({ last_lines: LINES }, 1, { ended: true }).pushed, false);
  assert.equal(ask({ last_lines: LINES }, 2, { ended: true }).pushed, true);
});

test("an area says what lies there, what it came to and what a touch adds", () => {
  const box = { number: 2, nets: {}, betting: { adds: () => "$5" } };
  assert.equal(areaText(box, "super_4", 0, true), "Super 4, box 2: empty. Add $5");
  assert.equal(areaText(box, "main", 25, true), "Main, box 2: $25 ready. Add $5");
  const paid = { ...box, nets: { super_4: -1, lucky_ladies: 0 } };
  assert.equal(areaText(paid, "super_4", 1, false), "Super 4, box 2: $1 down; last round −$1. Add $5");
  assert.equal(
    areaText(paid, "lucky_ladies", 0, true),
    "Lucky Ladies, box 2: empty; last round push. Add $5",
  );
});
