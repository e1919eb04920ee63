import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

globalThis.document = { getElementById: () => null };
const { Unreadable, verify } = await import("../../../src/cutcard/web/static/js/verifier.js");
const { cells, judge } = await import("../../../src/cutcard/web/static/js/verify_page.js");

const SALT = "5a".repeat(32);
const ORDER = ["Ah", "2h", "3h", "4h", "5h", "6h"];
const commitment = createHash("sha256")
  .update(`${SALT}:${ORDER.join(" ")}`)
  .digest("hex");
const drawn = (card) => ({ event: "card_dealt", drawn: card, side: "" });
const SHOE = [
  { event: "cards_shuffled", batch: 1, size: 6, commitment, order: [], salt: "" },
  { event: "cards_cut", batch: 1, position: 2 },
  { event: "shoe_loaded", batch: 1, side: "" },
  { event: "card_burned", drawn: "3h", side: "" },
  drawn("4h"),
  drawn("5h"),
  { event: "shoe_ended", batch: 1, side: "", left: 3 },
  { event: "shoe_revealed", commitment, order: ORDER, salt: SALT },
];

const bytes = (text) => new TextEncoder().encode(text);
const lines = (events) =>
  [{ cutcard: 1, document: "md-blackjack" }, ...events]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join("");
const judged = (events) => verify(bytes(lines(events)));
const replaced = (at, event) => SHOE.map((each, place) => (place === at ? event : each));

test("a shoe dealt as committed is proven", async () => {
  const found = await judged(SHOE);
  assert.equal(found.standing, "proven");
  assert.equal(found.says, "proven: 3 cards off 1 committed stack, each as committed");
  assert.deepEqual(cells(found.stacks[0]), ["proven", commitment, "6", "2", "3", "line 2"]);
});

test("every forged card is named with the one that should have come", async () => {
  for (const at of [3, 4, 5]) {
    const found = await judged(replaced(at, { ...SHOE[at], drawn: "Ks" }));
    const demanded = `the commitment demands ${SHOE[at].drawn}`;
    const recorded = `Ks was recorded as card ${at - 2} of the stack; ${demanded}`;
    assert.equal(found.says, `wrong: event ${at + 1} (line ${at + 2}): ${recorded}`);
  }
});

test("another order, another cut and a vanished card are wrong", async () => {
  const swapped = { ...SHOE[7], order: ["2h", "Ah", ...ORDER.slice(2)] };
  assert.match((await judged(replaced(7, swapped))).says, /do not give the commitment$/);
  assert.equal((await judged(replaced(1, { ...SHOE[1], position: 3 }))).standing, "wrong");
  assert.match(
    (await judged(SHOE.toSpliced(5, 1))).says,
    /3 cards are recorded as left; 2 of 6 were drawn$/,
  );
});

test("a shoe in play is not proven yet", async () => {
  const found = await judged(SHOE.slice(0, 6));
  assert.equal(found.says, "not proven: 3 cards off a stack that is not wholly revealed yet");
});

test("what is no record is turned away with its line", async () => {
  const broken = [
    ["", "it is empty"],
    ["[]\n", "line 1: not a JSON object"],
    ['{"cutcard": 2}\n', 'line 1: not the header of a record, {"cutcard": 1, ...}'],
    ['{"cutcard": 1}\n{"event": "x"}\n{"event"', "line 3: not JSON; the record ends too early"],
    [
      '{"cutcard": 1}\n{"event": "x", "a": {"b": 1, "\\u0062": 2}}\n',
      "line 2: a key occurs twice in one object",
    ],
    [
      '{"cutcard": 1}\n{"event": "card_dealt", "drawn": "10h"}\n',
      "line 2: drawn: cards are written like Qh or Td",
    ],
  ];
  for (const [text, says] of broken) {
    await assert.rejects(verify(bytes(text)), (problem) => {
      assert.ok(problem instanceof Unreadable);
      assert.equal(problem.message, says);
      return true;
    });
  }
  await assert.rejects(verify(new Uint8Array([255, 254, 10])), /line 1: not UTF-8/);
});

test("the page says in a line why a file is no record", async () => {
  const found = await judge(new Blob(["not a record"]));
  assert.deepEqual(
    [found.standing, found.says],
    ["unread", "not a record: line 1: not JSON; the record ends too early"],
  );
});
