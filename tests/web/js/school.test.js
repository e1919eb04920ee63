import assert from "node:assert/strict";
import { test } from "node:test";

import { fit, found } from "../../../src/cutcard/web/static/js/finder.js";
import { simplePlay, stepOf } from "../../../src/cutcard/web/static/js/guide.js";
import * as lesson from "../../../src/cutcard/web/static/js/school/lesson.js";

const chart = {
  columns: ["2", "T", "A", "s17"],
  sections: [
    {
      title: "Hard",
      rows: [
        { hand: "16", codes: ["S", "Rh", "H", "H"] },
        { hand: "20", codes: ["S", "S", "S", "S"] },
      ],
    },
    { title: "Soft", rows: [{ hand: "18", codes: ["S", "H", "H3s", "H"] }] },
    { title: "Pairs", rows: [{ hand: "8-8", codes: ["P", "P", "P", "P"] }] },
    { title: "After a double (s: soft)", rows: [{ hand: "16", codes: ["D", "R", "R", "R"] }] },
  ],
  values: { "6-T": { T: { hit: -0.54, stand: -0.54, surrender: -0.5 } } },
};

test("a chart becomes questions of two cards", () => {
  const all = lesson.questions(chart);
  assert.equal(all.length, 9);
  const [, surrender] = all;
  assert.deepEqual(
    [surrender.id, surrender.right, surrender.ranks],
    ["Hard 16 T", "surrender", ["T", "6"]],
  );
  assert.equal(all.find(({ id }) => id === "Soft 18 A").right, "hit");
  assert.ok(Math.abs(lesson.costOf(surrender, "hit") - 0.04) < 1e-9);
  assert.equal(lesson.costOf(all[0], "hit"), null);
});

test("every total that two cards can make has two cards", () => {
  for (let total = 5; total <= 19; total += 1) {
    const ranks = lesson.ranksOf("Hard", String(total));
    assert.equal(lesson.totalText(ranks), String(total));
    assert.notEqual(ranks[0], ranks[1]);
  }
  assert.deepEqual(lesson.ranksOf("Soft", "13"), ["A", "2"]);
  assert.equal(lesson.totalText(["A", "7"]), "soft 18");
  assert.equal(lesson.totalText(["8", "8"]), "a pair of 8s");
  assert.equal(lesson.ranksOf("Hard", "20"), null);
});

test("what was missed comes back sooner, and not at once", () => {
  const [first, second] = lesson.questions(chart);
  let memory = lesson.remembered({}, first.id, false);
  memory = lesson.remembered(memory, second.id, true);
  assert.ok(lesson.weight(first, memory, []) > 10 * lesson.weight(second, memory, []));
  assert.equal(lesson.weight(first, memory, [first.id]), 0);
  assert.equal(lesson.choose([first, second], memory, [first.id], () => 0.99).id, second.id);
  assert.equal(lesson.choose([first], memory, [first.id], () => 0).id, first.id);
  assert.equal(lesson.knownOf([second], lesson.remembered(memory, second.id, true)), 1);
});

test("a score counts rows, seconds and what was given away", () => {
  let score = lesson.NO_SCORE;
  score = lesson.scored(score, { isRight: true, seconds: 2, cost: 0 });
  score = lesson.scored(score, { isRight: true, seconds: 2, cost: 0 });
  score = lesson.scored(score, { isRight: false, seconds: 5, cost: 0.3 });
  assert.deepEqual([score.streak, score.longest, score.right, score.seconds], [0, 2, 2, 9]);
  assert.ok(Math.abs(lesson.costInHundred(score) - 10) < 1e-9);
  assert.equal(lesson.costInHundred(lesson.NO_SCORE), 0);
});

test("balanced counts come to nothing over a pack, the knock-out count to four", () => {
  const pack = lesson.shuffledPack(() => 0.3);
  assert.equal(new Set(pack).size, 52);
  for (const [system, ends] of Object.entries({
    "Hi-Lo": 0,
    "Hi-Opt I": 0,
    "Omega II": 0,
    "Knock-out": 4,
  })) {
    assert.equal(lesson.countOf(system, pack), ends, system);
  }
  assert.deepEqual(["+3", "−2", "-2", " 0 ", "x", ""].map(lesson.readCount), [3, -2, -2, 0, null, null]);
  assert.equal(lesson.signedCount(-2), "−2");
});

test("places are found by parts of their names, the beginning first", () => {
  const places = [
    { name: "Match the Dealer", kind: "Odds, Blackjack" },
    { name: "Deal", kind: "Page" },
    { name: "Lucky Ladies", kind: "Odds, Blackjack" },
  ];
  assert.deepEqual(
    found(places, "deal").map(({ name }) => name),
    ["Deal", "Match the Dealer"],
  );
  assert.equal(fit("Lucky Ladies", "lad luck") > 0, true);
  assert.equal(fit("Lucky Ladies", "zebra"), 0);
});

test("the guide says what the table lets one do now", () => {
  assert.equal(stepOf(["buy_in", "leave"], []), "chips");
  assert.equal(stepOf(["stake", "place_bet", "buy_in"], []), "bet");
  assert.equal(stepOf(["take_back"], ["bet"]), "bet-down");
  assert.equal(stepOf(["take_back"], ["bet", "bet-down"]), "bet-down");
  assert.equal(stepOf(["hit", "stand", "double"], ["bet"]), "decide");
  assert.equal(stepOf(["insurance", "decline"], ["bet"]), "offer");
  assert.equal(stepOf([], ["bet", "decide"]), "wait");
  assert.equal(stepOf(["why", "again"], ["bet", "decide", "wait"]), "over");
});

test("the guide plays simply and says why", () => {
  const does = (...hand) => simplePlay(...hand).does;
  assert.equal(does(7, false, 3), "hit");
  assert.equal(does(17, false, 10), "stand");
  assert.equal(does(17, true, 10), "hit");
  assert.equal(does(18, true, 6), "stand");
  assert.equal(does(16, false, 10), "hit");
  assert.match(simplePlay(13, false, 5).why, /draw to a 5/);
});
