// One stream for all who look at tables: which of them are followed, what each showed last, and
// connecting again when the line breaks off. It runs in a worker that all tabs of a browser share, or in
// a page by itself where a browser has no such workers.
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
const GATHER_MS = 25;

// Pauses double up to the longest, so that a house that is down is not asked without end.
export function nextPause(pause) {
  return Math.min(pause * 2, LONGEST_PAUSE_MS);
}

// The address of the stream: each table, with the version that is known already.
export function streamAddress(tables, known) {
  const places = [...tables].sort().map((table) => {
    const version = known.get(table)?.version;
    return version === undefined ? table : `${table}:${version}`;
  });
  return `/api/stream?${new URLSearchParams(places.map((place) => ["table", place]))}`;
}

// "one:17" is version 17 of table one.
export function placeOf(id) {
  const at = id.lastIndexOf(":");
  return { table: id.slice(0, at), version: id.slice(at + 1) };
}

async function isSignedOut() {
  const response = await fetch("/api/me", { credentials: "same-origin" }).catch(() => null);
  return response?.status === 401;
}

// A reader is a function that is given { view }, { state } or { gone }: the text of a view, whether the
// line is "live" or "lost" (or the session "over"), or that its table is not served.
export class StreamHub {
  #readers = new Map();
  #known = new Map();
  #stream = null;
  #isOpen = false;
  #older = [];
  #followed = "";
  #state = "";
  #pause = FIRST_PAUSE_MS;
  #waiting = 0;

  constructor(open = (address) => new EventSource(address)) {
    this.open = open;
  }

  follow(table, reader) {
    this.#readers.set(reader, table);
    const known = this.#known.get(table);
    if (this.#state) reader({ state: this.#state });
    if (known && this.#state === "live") reader({ view: known.text });
    this.#connectSoon();
  }

  leave(reader) {
    const table = this.#readers.get(reader);
    this.#readers.delete(reader);
    if (![...this.#readers.values()].includes(table)) this.#known.delete(table);
    this.#connectSoon();
  }

  get tables() {
    return new Set(this.#readers.values());
  }

  #tell(news, of) {
    for (const [reader, table] of this.#readers) if (of === undefined || of === table) reader(news);
  }

  #setState(state) {
    this.#state = state;
    this.#tell({ state });
  }

  // Tabs that open and close one after another change the stream once.
  #connectSoon() {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#connect(), GATHER_MS);
  }

  #connect() {
    const { tables } = this;
    const followed = [...tables].sort().join();
    if (followed === this.#followed && this.#stream) return;
    this.#putAside();
    this.#followed = followed;
    if (!tables.size) {
      this.#closeOlder();
      this.#state = "";
      return;
    }
    const stream = this.open(streamAddress(tables, this.#known));
    this.#stream = stream;
    stream.addEventListener("open", () => {
      if (stream !== this.#stream) return;
      this.#isOpen = true;
      this.#closeOlder();
      this.#pause = FIRST_PAUSE_MS;
      this.#setState("live");
    });
    stream.addEventListener("view", (event) => this.#take(event));
    stream.addEventListener("gone", (event) => {
      this.#tell({ gone: true }, placeOf(event.lastEventId).table);
    });
    stream.addEventListener("error", () => {
      stream.close();
      if (stream === this.#stream) this.#lost();
    });
  }

  // The stream so far goes on until the next one is there, so that nobody waits for a tab that opens;
  // one that has not come to be is given up.
  #putAside() {
    if (this.#stream && this.#isOpen) this.#older.push(this.#stream);
    else this.#stream?.close();
    this.#stream = null;
    this.#isOpen = false;
  }

  #closeOlder() {
    for (const stream of this.#older.splice(0)) stream.close();
  }

  #take({ lastEventId, data }) {
    const { table, version } = placeOf(lastEventId);
    if (Number(version) < Number(this.#known.get(table)?.version ?? 0)) return;
    if (!this.tables.has(table)) return;
    this.#known.set(table, { version, text: data });
    this.#tell({ view: data }, table);
  }

  async #lost() {
    this.#stream = null;
    this.#isOpen = false;
    this.#closeOlder();
    this.#known.clear();
    this.#setState("lost");
    if (await isSignedOut()) {
      this.#setState("over");
      return;
    }
    setTimeout(() => {
      if (!this.#stream) this.#connect();
    }, this.#pause);
    this.#pause = nextPause(this.#pause);
  }
}
