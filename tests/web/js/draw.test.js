import assert from "node:assert/strict";
import { test } from "node:test";

import { cardText, chipsFor } from "../../../src/cutcard/web/static/js/draw.js";
import { dealOrder } from "../../../src/cutcard/web/static/js/felt/motion.js";
import { wholeViews } from "../../../src/cutcard/web/static/js/felt/replay.js";

test("a card is read out by its rank and suit", () => {
  assert.equal(cardText("Ah"), "Ace of hearts");
  assert.equal(cardText("Ts"), "10 of spades");
  assert.equal(cardText("2c"), "2 of clubs");
  assert.equal(cardText("Kd"), "King of diamonds");
});

test("a hidden card is read out as no more than that", () => {
  assert.equal(cardText(null), "a face-down card");
});

test("a pile is made of the greatest chips first", () => {
  assert.deepEqual(chipsFor("131"), [100, 25, 5, 1]);
  assert.deepEqual(chipsFor(75), [25, 25, 25]);
});

test("a pile has no more chips than one can tell apart", () => {
  assert.deepEqual(chipsFor(999), [500, 100, 100, 100, 100]);
  assert.equal(chipsFor(1e9).length, 5);
});

test("less than a dollar is one chip, whatever was sent", () => {
  assert.deepEqual(chipsFor("0.50"), [1]);
  assert.deepEqual(chipsFor(0), [1]);
  assert.deepEqual(chipsFor(-20), [1]);
  assert.deepEqual(chipsFor("no amount"), []);
});

test("cards are dealt round the table, the dealer last", () => {
  const cards = [
    { at: 1, seat: 2 },
    { at: 0, seat: 99 },
    { at: 0, seat: 5 },
    { at: 0, seat: 2 },
  ];
  const { order } = dealOrder(cards);
  assert.deepEqual(
    order.map(({ at, seat }) => [at, seat]),
    [
      [0, 2],
      [0, 5],
      [0, 99],
      [1, 2],
    ],
  );
  assert.deepEqual(cards[0], { at: 1, seat: 2 });
});

test("many cards come faster, so that no deal takes too long", () => {
  const cards = (count) => Array.from({ length: count }, (_, seat) => ({ at: 0, seat }));
  assert.equal(dealOrder(cards(4)).step, 110);
  const { step } = dealOrder(cards(60));
  assert.equal(Math.round(step * 60), 2600);
});

test("a step of a replay shows what came before it too", () => {
  const steps = [{ view: { boxes: 7, round: 1 } }, { view: {} }, { view: { round: 2 } }];
  assert.deepEqual(wholeViews(steps), [
    { boxes: 7, round: 1 },
    { boxes: 7, round: 1 },
    { boxes: 7, round: 2 },
  ]);
  assert.deepEqual(wholeViews([]), []);
});
