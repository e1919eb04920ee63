// How the verification of the record's chain stands, in words.
const count = (number) => number.toLocaleString("en-US");
const utc = (at) => new Date(at).toISOString().slice(0, 19).replace("T", " ");

// Empty where the chain was never verified.
export function chainText({ running, done, total, ended, sound, counts }) {
  if (running) return `Verifying: ${count(done)} of ${count(total)} events`;
  if (ended === null) return "";
  if (!sound) return `Checked ${utc(ended)}: something is wrong.`;
  const { events, movements, rounds } = counts;
  const verified = Object.keys(counts).length
    ? `: ${count(events)} events, ${count(movements)} movements, ${count(rounds)} rounds`
    : "";
  return `Verified ${utc(ended)}${verified}; everything is as recorded, and the ledger adds up to zero.`;
}

// The store held against the anchors of one place, in words.
export function anchorText({ place, anchors, heads, last_at: last, broken }) {
  if (broken.length) return `✗ ${place}: the store differs from its anchors.`;
  if (!anchors) return `${place}: no anchor yet.`;
  const ends = `${count(anchors)} anchors, ${count(heads)} ends of streams`;
  return `✓ ${place}: ${ends}, all true; the last ${utc(last)}.`;
}
