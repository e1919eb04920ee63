// Checks a record of play against the shuffles committed to in it, here in the browser: nothing is sent.
// It judges as fair/verifier.py does, whose head says what a record is, and shares no code with it.

const MOST_LINE_BYTES = 1_000_000;
const MOST_CARDS = 1_000_000;
const ONE_CARD = /^[A2-9TJQK][cdhs]$/;
const HEX_256 = /^[0-9a-f]{64}$/;
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
const LEAVES_THE_TABLE = new Set([
  "shoe_ended",
  "cards_received",
  "cards_spread_idle",
  "cards_withdrawn",
  "spread_requested",
  "shuffler_failed",
]);
const UNSEEN = "";
const LINE_FEED = 10;

/** What cannot be read as a record: the line, and what is wrong with it. */
export class Unreadable extends Error {}

/** The SHA-256 of a text, in hexadecimal digits. */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** One shuffled stack: what was committed, what was done with it, what came off it. */
class Stack {
  cuts = [];
  drawn = [];
  left = null;
  order = null;
  revealedAt = 0;
  wrong = null;

  constructor(batch, shuffledAt, { commitment = "", size = 0, side = "" } = {}) {
    Object.assign(this, { batch, shuffledAt, commitment, size, side });
  }

  get standing() {
    if (this.wrong) return "wrong";
    if (!this.drawn.length) return "unused";
    if (!this.commitment) return "uncommitted";
    const isSeen = this.drawn.every(([, card]) => card !== UNSEEN);
    return this.revealedAt && isSeen ? "proven" : "unrevealed";
  }

  /** Remember the earliest thing that is wrong. */
  fail(event, problem) {
    if (!this.wrong || event < this.wrong.event) this.wrong = { event, problem };
  }

  /** Whatever is done with a stack is done before its order is known. */
  touch(event, what) {
    if (this.revealedAt) this.fail(event, `${what} after the order of the stack had been revealed`);
  }

  /** Hold all that was done with it against the order, where that is known. */
  follow() {
    if (!this.order) return;
    const count = this.order.length;
    if (this.size !== 0 && this.size !== count) {
      this.fail(this.shuffledAt, `a stack of ${this.size} cards; the order has ${count}`);
    }
    let stack = this.order;
    for (const [event, position] of this.cuts) {
      if (position > count) this.fail(event, `a cut after ${position} of ${count} cards`);
      stack = [...stack.slice(position), ...stack.slice(0, position)];
    }
    const place = this.drawn.findIndex(([, card], at) => card !== UNSEEN && card !== (stack[at] ?? ""));
    if (place >= 0) {
      const [event, card] = this.drawn[place];
      const demands = place < count ? `the commitment demands ${stack[place]}` : "no card was left";
      this.fail(event, `${card} was recorded as card ${place + 1} of the stack; ${demands}`);
    }
    if (this.left && this.left[1] !== count - this.drawn.length) {
      const [event, left] = this.left;
      this.fail(
        event,
        `${left} cards are recorded as left; ${this.drawn.length} of ${count} were drawn`,
      );
    }
  }
}

/** One event, its fields read with care. */
class RecordedEvent {
  constructor(fields, number) {
    Object.assign(this, { fields, number });
    this.name = this.text("event");
    if (!this.name) this.refuse("an event without a name");
  }

  refuse(problem) {
    throw new Unreadable(`line ${this.number + 1}: ${problem}`);
  }

  has(key) {
    return Object.hasOwn(this.fields, key);
  }

  text(key) {
    const found = this.has(key) ? this.fields[key] : "";
    if (typeof found !== "string") this.refuse(`${key} is not a text`);
    return found;
  }

  whole(key) {
    const found = this.has(key) ? this.fields[key] : 0;
    if (!Number.isInteger(found) || found < 0 || found > MOST_CARDS) {
      this.refuse(`${key} is not a whole number from 0 to 1,000,000`);
    }
    return found;
  }

  card(key) {
    const found = this.cards(key);
    if (found.length !== 1 && this.has(key)) this.refuse(`${key} is one card, written like Qh or Td`);
    return found[0] ?? UNSEEN;
  }

  /** Cards in a list, or in one text with blanks between them. */
  cards(key) {
    const found = (this.has(key) && this.fields[key]) || [];
    const listed = typeof found === "string" ? found.split(" ") : found;
    const isCard = (each) => typeof each === "string" && ONE_CARD.test(each);
    if (!Array.isArray(listed) || !listed.every(isCard)) {
      this.refuse(`${key}: cards are written like Qh or Td`);
    }
    return listed;
  }

  hexadecimal(key) {
    const found = this.text(key);
    if (found && !HEX_256.test(found)) this.refuse(`${key} is not 64 hexadecimal digits`);
    return found;
  }
}

/** What lies where, as the events say. */
class Table {
  stacks = [];
  committed = new Map();
  outside = new Map(); // by batch: a stack that is not in the shoe yet, or not any more
  inShoe = new Map(); // by side
  waiting = new Map(); // by side: a determinant card, off the stack already, to be dealt next

  async see(event) {
    if (event.name === "cards_shuffled") await this.shuffled(event);
    else if (event.name === "cards_cut") this.cut(event);
    else if (event.name === "recut_ordered") this.takeOut(event);
    else if (event.name === "shoe_loaded") this.loaded(event);
    else if (event.name === "shoe_revealed") await this.revealed(event);
    else if (LEAVES_THE_TABLE.has(event.name)) this.outside.delete(this.takeOut(event));
    else if (event.has("drawn") || ["card_dealt", "card_burned"].includes(event.name)) this.drawn(event);
  }

  add(event, batch, known) {
    const stack = new Stack(batch, event.number, known);
    this.stacks.push(stack);
    return stack;
  }

  /** What lies of a batch in the shoe comes out, to be cut again or because the shoe has ended. */
  takeOut(event) {
    const batch = event.whole("batch");
    for (const [side, stack] of [...this.inShoe]) {
      if (stack.batch !== batch) continue;
      this.waiting.delete(side);
      this.inShoe.delete(side);
      this.outside.set(batch, stack);
      if (event.has("left")) stack.left = [event.number, event.whole("left")];
    }
    return batch;
  }

  async shuffled(event) {
    const batch = this.takeOut(event);
    const commitment = event.hexadecimal("commitment");
    if (this.committed.has(commitment)) event.refuse("a commitment that was made before");
    const stack = this.add(event, batch, { commitment, size: event.whole("size") });
    this.outside.set(batch, stack);
    if (!commitment) return;
    this.committed.set(commitment, stack);
    const { order, salt } = event.fields;
    if ((order && order.length !== 0) || salt) await this.opened(stack, event);
  }

  /** An order and a salt are revealed: they must be what was committed to. */
  async opened(stack, event) {
    const order = event.cards("order");
    const digest = await sha256(`${event.hexadecimal("salt")}:${order.join(" ")}`);
    if (digest === stack.commitment) Object.assign(stack, { order });
    else stack.fail(event.number, "this order and this salt do not give the commitment");
  }

  async revealed(event) {
    const commitment = event.hexadecimal("commitment");
    const stack = this.committed.get(commitment);
    if (!stack) {
      const unknown = this.add(event, 0, { commitment });
      unknown.fail(event.number, "an order is revealed to which nobody had committed");
      return;
    }
    await this.opened(stack, event);
    stack.revealedAt ||= event.number;
  }

  cut(event) {
    const batch = event.whole("batch");
    const stack = this.outside.get(batch);
    if (!stack) event.refuse(`batch ${batch} is cut without having been shuffled`);
    stack.touch(event.number, "cut");
    if (stack.drawn.length) stack.fail(event.number, "cut again after a card had been drawn");
    else stack.cuts.push([event.number, event.whole("position")]);
  }

  loaded(event) {
    const batch = event.whole("batch");
    const side = event.text("side");
    const stack = this.outside.get(batch) ?? this.add(event, batch);
    this.outside.delete(batch);
    stack.touch(event.number, "loaded");
    stack.side = side;
    this.inShoe.set(side, stack);
    this.waiting.delete(side);
  }

  drawn(event) {
    const side = event.text("side");
    const card = event.card("drawn");
    if (!this.inShoe.has(side)) this.inShoe.set(side, this.add(event, 0, { side }));
    const stack = this.inShoe.get(side);
    stack.touch(event.number, "a card was drawn");
    const isDeterminant = event.name === "determinant_drawn";
    // The card that waits left the stack before; a burn or another determinant still comes off it.
    if (this.waiting.has(side) && event.name !== "card_burned" && !isDeterminant) {
      const demanded = this.waiting.get(side);
      this.waiting.delete(side);
      if (card !== UNSEEN && card !== demanded) {
        stack.fail(
          event.number,
          `${card} was recorded; the determinant card, ${demanded}, is dealt first`,
        );
      }
      return;
    }
    stack.drawn.push([event.number, card]);
    if (isDeterminant && event.text("deals_from") === side) this.waiting.set(side, card);
  }
}

/** Whether a key occurs twice in an object of a text: JSON.parse hides one of the two. */
function repeatsAKey(text) {
  const open = [];
  let last = "";
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const keys = open.at(-1);
      const key = JSON.parse(last);
      if (keys.has(key)) return true;
      keys.add(key);
    } else last = token;
  }
  return false;
}

/** The JSON object in a line of bytes. */
function objectIn(line, number, isWhole) {
  const refuse = (problem) => {
    throw new Unreadable(`line ${number}${problem}`);
  };
  if (line.length > MOST_LINE_BYTES) refuse(": longer than 1,000,000 bytes");
  let text = "";
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: number > 1 }).decode(line);
  } catch {
    refuse(": not UTF-8");
  }
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    refuse(`: not JSON${isWhole ? "" : "; the record ends too early"}`);
  }
  if (repeatsAKey(text)) refuse(": a key occurs twice in one object");
  if (typeof found !== "object" || found === null || Array.isArray(found)) refuse(": not a JSON object");
  return found;
}

/** The objects in the lines of a record. */
function* objectsIn(bytes) {
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found + 1;
    yield objectIn(bytes.subarray(start, end), number, found >= 0);
    start = end;
  }
}

/** A verdict in one line, from the stacks of a record. */
function describe(stacks, wrong) {
  if (wrong) return `wrong: event ${wrong.event} (line ${wrong.event + 1}): ${wrong.problem}`;
  const cards = (standing) =>
    stacks.reduce((sum, each) => sum + (each.standing === standing ? each.drawn.length : 0), 0);
  const proven = stacks.filter((each) => each.standing === "proven").length;
  const done = `${counted(cards("proven"), "card")} off ${counted(proven, "committed stack")}`;
  if (standingOf(stacks, wrong) === "proven") return `proven: ${done}, each as committed`;
  const reasons = [];
  const unrevealed = cards("unrevealed");
  const uncommitted = cards("uncommitted");
  if (unrevealed) {
    reasons.push(`${counted(unrevealed, "card")} off a stack that is not wholly revealed yet`);
  }
  if (uncommitted) reasons.push(`${counted(uncommitted, "card")} to whose order nobody had committed`);
  if (proven) reasons.push(`proven so far: ${done}`);
  return `not proven: ${reasons.join("; ") || "no card was drawn"}`;
}

/** Proven only where cards were drawn, and each of them off a stack that proves it. */
function standingOf(stacks, wrong) {
  if (wrong) return "wrong";
  const used = stacks.map((each) => each.standing).filter((each) => each !== "unused");
  return used.length && used.every((each) => each === "proven") ? "proven" : "unproven";
}

/** Read the bytes of a record to their end and judge it; `Unreadable` where it is none. */
export async function verify(bytes) {
  const objects = objectsIn(bytes);
  const header = objects.next().value;
  if (!header) throw new Unreadable("it is empty");
  if (header.cutcard !== 1) {
    throw new Unreadable('line 1: not the header of a record, {"cutcard": 1, ...}');
  }
  const table = new Table();
  let events = 0;
  for (const fields of objects) {
    events += 1;
    await table.see(new RecordedEvent(fields, events));
  }
  for (const each of table.stacks) each.follow();
  const failed = table.stacks.map((each) => each.wrong).filter(Boolean);
  const wrong = failed.sort((one, other) => one.event - other.event)[0] ?? null;
  const standing = standingOf(table.stacks, wrong);
  return { standing, says: describe(table.stacks, wrong), wrong, events, stacks: table.stacks };
}
