import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { scriptedFetch, tabStorage } from "./browser.js";

globalThis.document = { body: { dataset: { page: "page-token" } } };
const { call, newKey, post, requestFor, resendPending, sendCommand } =
  await import("../../../src/cutcard/web/static/js/api.js");

const PENDING = "cutcard-pending";
const BROKEN = new TypeError("Failed to fetch");
let waits = [];

beforeEach(() => {
  globalThis.sessionStorage = tabStorage();
  waits = [];
  globalThis.setTimeout = (done, ms) => {
    waits.push(ms);
    queueMicrotask(done);
  };
});

function house(...answers) {
  const { fetch, requests } = scriptedFetch(answers);
  globalThis.fetch = fetch;
  return requests;
}

test("every call carries the page's token, and JSON only where there is a body", async () => {
  const requests = house({}, {});
  await call("GET", "/api/me");
  await call("POST", "/api/x", { a: 1 });
  assert.deepEqual(requests[0].headers, { "X-Cutcard-Page": "page-token" });
  assert.equal(requests[0].body, undefined);
  assert.equal(requests[1].headers["Content-Type"], "application/json");
  assert.deepEqual(requests[1].body, { a: 1 });
});

test("keys are never the same, and of the form that the house takes", () => {
  const keys = Array.from({ length: 200 }, newKey);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.match(key, /^page-[0-9a-f]{24}$/);
});

test("a command names the version that it was decided on, or none", async () => {
  const requests = house({}, {});
  await sendCommand("one", { do: "hit", box: 2 }, 7);
  await sendCommand("one", { do: "insure", box: 2 });
  const [first, second] = requests.map((request) => request.body);
  assert.equal(requests[0].path, "/api/tables/one/commands");
  assert.deepEqual(first.command, { do: "hit", box: 2 });
  assert.equal(first.expected, 7);
  assert.equal("expected" in second, false);
  assert.notEqual(first.key, second.key);
});

test("version zero is a version", async () => {
  const requests = house({});
  await sendCommand("one", { do: "sit", box: 1 }, 0);
  assert.equal(requests[0].body.expected, 0);
});

test("what nobody knows to have arrived is sent again under the same key", async () => {
  const requests = house(BROKEN, { status: 503 }, { status: 429 }, { body: { version: 8 } });
  const answer = await sendCommand("one", { do: "hit", box: 2 }, 7);
  assert.deepEqual(answer, { ok: true, status: 200, body: { version: 8 } });
  assert.equal(requests.length, 4);
  assert.equal(new Set(requests.map((request) => request.body.key)).size, 1);
  assert.deepEqual(waits, [400, 800, 1600]);
});

test("a refusal is an answer: it is not tried again", async () => {
  const requests = house({ status: 409, body: { message: "no", cite: "" } });
  const answer = await post("/api/x", { key: "k" });
  assert.deepEqual(answer, { ok: false, status: 409, body: { message: "no", cite: "" } });
  assert.equal(requests.length, 1);
  assert.equal(sessionStorage.getItem(PENDING), null);
});

test("an answer without content is an answer", async () => {
  house({ status: 204, body: "" });
  assert.deepEqual(await post("/api/x", {}), { ok: true, status: 204, body: {} });
});

test("a house that is away is given up on in the end, and the request is kept", async () => {
  const requests = house(...Array(6).fill(BROKEN));
  const answer = await post("/api/x", { key: "k" });
  assert.equal(answer.ok, false);
  assert.equal(answer.status, 0);
  assert.notEqual(answer.body.message, "");
  assert.equal(requests.length, 6);
  assert.deepEqual(JSON.parse(sessionStorage.getItem(PENDING)), { path: "/api/x", body: { key: "k" } });
});

test("an answer that is none of the house's is tried again, and what was asked is kept", async () => {
  const proxy = { status: 502, body: "<html>Bad gateway</html>" };
  const requests = house(...Array(6).fill(proxy));
  const answer = await post("/api/x", { key: "k" });
  assert.equal(answer.status, 0);
  assert.equal(requests.length, 6);
  assert.deepEqual(JSON.parse(sessionStorage.getItem(PENDING)), { path: "/api/x", body: { key: "k" } });
});

test("after a reload what was pending is sent again under its old key", async () => {
  house(...Array(6).fill(BROKEN));
  await post("/api/x", { key: "k" });
  const requests = house({ body: { done: true } });
  const answer = await resendPending();
  assert.deepEqual(requests[0].body, { key: "k" });
  assert.equal(answer.ok, true);
  assert.equal(await resendPending(), null);
});

test("a request is remembered before it is sent: the page may go away meanwhile", async () => {
  let pending = null;
  globalThis.fetch = async () => {
    pending = sessionStorage.getItem(PENDING);
    return { ok: true, status: 204 };
  };
  await post("/api/x", { key: "k" });
  assert.deepEqual(JSON.parse(pending), { path: "/api/x", body: { key: "k" } });
});

test("the same command again, while no answer came, has the same key", () => {
  const command = { do: "deposit", player: "ann", amount: "100" };
  const first = requestFor(command, null);
  assert.match(first.key, /^page-/);
  assert.equal(requestFor({ ...command }, first), first);
});

test("another command, or the same after an answer, has another key", () => {
  const command = { do: "deposit", player: "ann", amount: "100" };
  const first = requestFor(command, null);
  assert.notEqual(requestFor({ ...command, amount: "101" }, first).key, first.key);
  assert.notEqual(requestFor({ ...command, do: "withdraw" }, first).key, first.key);
  assert.notEqual(requestFor(command, null).key, first.key);
});
