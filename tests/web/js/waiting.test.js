import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  oncePerFrame,
  setClasses,
  setText,
  whenIdle,
} from "../../../src/cutcard/web/static/js/parts.js";
import { nextPause } from "../../../src/cutcard/web/static/js/stream_hub.js";
import { askOdds } from "../../../src/cutcard/web/static/js/table/odds.js";
import { scriptedFetch } from "./browser.js";

const COMPUTING = { body: { answer: { state: "computing", said: "2 ahead" } } };
const DONE = { body: { answer: { state: "done", edge: "0.5%" } } };
let frames = [];
let waits = 0;

beforeEach(() => {
  frames = [];
  waits = 0;
  globalThis.requestAnimationFrame = (draw) => frames.push(draw);
  globalThis.requestIdleCallback = (run) => frames.push(run);
  globalThis.setTimeout = (done) => {
    waits += 1;
    queueMicrotask(done);
  };
});

function house(...answers) {
  const { fetch, requests } = scriptedFetch(answers);
  globalThis.fetch = fetch;
  return requests;
}

test("odds are asked for until they are computed, and their progress is passed on", async () => {
  const requests = house(COMPUTING, COMPUTING, DONE);
  const heard = [];
  const answer = await askOdds("/odds", 60000, { onProgress: (text) => heard.push(text) });
  assert.deepEqual(answer, { state: "done", edge: "0.5%" });
  assert.deepEqual(heard, ["2 ahead", "2 ahead"]);
  assert.equal(requests.length, 3);
  assert.equal(waits, 2);
});

test("nobody asks on where nobody listens, or the patience is over", async () => {
  const requests = house(COMPUTING, COMPUTING);
  assert.equal((await askOdds("/odds", 60000, { isWanted: () => false })).state, "computing");
  assert.equal((await askOdds("/odds", -1)).state, "computing");
  assert.equal(requests.length, 2);
});

test("a house that refuses or cannot be reached has no odds, and says why", async () => {
  house({ status: 404, body: { message: "no such table" } }, new TypeError("Failed to fetch"));
  assert.deepEqual(await askOdds("/odds", 1), { state: "none", message: "no such table" });
  assert.equal((await askOdds("/odds", 1)).state, "none");
});

test("a stream is asked for less and less often, but never given up", () => {
  let pause = 500;
  const pauses = Array.from({ length: 6 }, () => (pause = nextPause(pause)));
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 8000, 8000]);
});

test("a page is drawn once a frame, however often it is asked for", () => {
  let drawn = 0;
  const draw = oncePerFrame(() => {
    drawn += 1;
  });
  draw();
  draw();
  assert.equal(frames.length, 1);
  frames.pop()();
  assert.equal(drawn, 1);
  draw();
  assert.equal(frames.length, 1);
});

test("a drawing that fails does not keep the next one from being drawn", () => {
  const draw = oncePerFrame(() => {
    throw new Error("a view that nobody expected");
  });
  draw();
  assert.throws(frames.pop());
  draw();
  assert.equal(frames.length, 1);
});

test("of what can wait only the last of a name is done", () => {
  const done = [];
  whenIdle("results", () => done.push("first"));
  whenIdle("results", () => done.push("last"));
  whenIdle("other", () => done.push("other"));
  assert.equal(frames.length, 2);
  for (const run of frames) run();
  assert.deepEqual(done, ["last", "other"]);
});

test("an element that shows the same already is not touched", () => {
  let touched = 0;
  const element = {
    text: "Live",
    names: "box own",
    get textContent() {
      return this.text;
    },
    set textContent(text) {
      touched += 1;
      this.text = text;
    },
    get className() {
      return this.names;
    },
    set className(names) {
      touched += 1;
      this.names = names;
    },
  };
  setText(element, "Live");
  setClasses(element, "box", false, "own", null, 0);
  assert.equal(touched, 0);
  setText(element, "");
  setClasses(element, "box", "turn");
  assert.deepEqual([element.text, element.names, touched], ["", "box turn", 2]);
});
