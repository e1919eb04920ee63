// The one stream of all tabs: who follows what, and what happens when the line breaks off.
import assert from "node:assert/strict";
import { test } from "node:test";

import { StreamHub, placeOf, streamAddress } from "../../../src/cutcard/web/static/js/stream_hub.js";

const moment = (ms = 40) => new Promise((done) => setTimeout(done, ms));

// A hub whose streams are opened here, and what its readers were given.
function hubOf() {
  const streams = [];
  const open = (address) => {
    const heard = {};
    const stream = {
      address,
      closed: false,
      close: () => {
        stream.closed = true;
      },
      addEventListener: (kind, act) => {
        heard[kind] = act;
      },
      send: (kind, event) => heard[kind](event),
    };
    streams.push(stream);
    return stream;
  };
  const reader = () => {
    const given = [];
    return Object.assign((news) => given.push(news), { given });
  };
  return { hub: new StreamHub(open), streams, reader };
}

test("a table's name and its version are one word", () => {
  assert.deepEqual(placeOf("six-to-five:17"), { table: "six-to-five", version: "17" });
  const known = new Map([["b", { version: "4" }]]);
  assert.equal(streamAddress(new Set(["b", "a"]), known), "/api/stream?table=a&table=b%3A4");
});

test("however many tabs come at once, there is one stream", async () => {
  const { hub, streams, reader } = hubOf();
  for (let tab = 0; tab < 30; tab += 1) hub.follow(`t${tab % 20}`, reader());
  await moment();
  assert.equal(streams.length, 1);
  assert.equal(streams[0].address.split("table=").length - 1, 20);
});

test("a tab is given the last view at once, and only those of its own table", async () => {
  const { hub, streams, reader } = hubOf();
  const [one, other, late] = [reader(), reader(), reader()];
  hub.follow("a", one);
  hub.follow("b", other);
  await moment();
  streams[0].send("open", {});
  streams[0].send("view", { lastEventId: "a:3", data: "view 3" });
  assert.deepEqual(one.given, [{ state: "live" }, { view: "view 3" }]);
  assert.deepEqual(other.given, [{ state: "live" }]);
  hub.follow("a", late);
  assert.deepEqual(late.given, [{ state: "live" }, { view: "view 3" }]);
  await moment();
  assert.equal(streams.length, 1, "nothing new is followed");
});

test("the old stream goes on until the new one is there", async () => {
  const { hub, streams, reader } = hubOf();
  hub.follow("a", reader());
  await moment();
  streams[0].send("open", {});
  streams[0].send("view", { lastEventId: "a:3", data: "view 3" });
  hub.follow("b", reader());
  await moment();
  assert.equal(streams[1].address, "/api/stream?table=a%3A3&table=b");
  assert.equal(streams[0].closed, false);
  streams[1].send("open", {});
  assert.equal(streams[0].closed, true);
});

test("of streams that never came to be, none is left open", async () => {
  const { hub, streams, reader } = hubOf();
  for (const table of ["a", "b", "c", "d"]) {
    hub.follow(table, reader());
    await moment();
  }
  streams.at(-1).send("open", {});
  assert.deepEqual(
    streams.map(({ closed }) => closed),
    [true, true, true, false],
  );
});

test("an older view that comes late is not shown", async () => {
  const { hub, streams, reader } = hubOf();
  const one = reader();
  hub.follow("a", one);
  await moment();
  streams[0].send("view", { lastEventId: "a:9", data: "nine" });
  streams[0].send("view", { lastEventId: "a:8", data: "eight" });
  assert.deepEqual(one.given, [{ view: "nine" }]);
});

test("whoever leaves is followed for no longer, and the last one ends the stream", async () => {
  const { hub, streams, reader } = hubOf();
  const one = reader();
  hub.follow("a", one);
  await moment();
  hub.leave(one);
  await moment();
  assert.equal(streams[0].closed, true);
  assert.equal(hub.tables.size, 0);
});

test("a line that breaks off is said, and tried again; a session that is over is not", async () => {
  globalThis.fetch = async () => ({ status: 200 });
  const { hub, streams, reader } = hubOf();
  const one = reader();
  hub.follow("a", one);
  await moment();
  streams[0].send("open", {});
  streams[0].send("view", { lastEventId: "a:9", data: "nine" });
  streams[0].send("error", {});
  await moment(600);
  assert.equal(streams.length, 2);
  assert.equal(streams[1].address, "/api/stream?table=a", "the whole view is asked for again");
  globalThis.fetch = async () => ({ status: 401 });
  streams[1].send("error", {});
  await moment(20);
  assert.deepEqual(one.given.at(-1), { state: "over" });
});
