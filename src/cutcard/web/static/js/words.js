// A person's word for a name of the data; the words themselves come from the house (named.js).
import { CHORES, NAMED, PLAIN, SHORT, SMALL } from "./named.js";

const small = new Set(SMALL);
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

function titled(name) {
  return name
    .split(/[_-]/)
    .map((each, at) => (at && small.has(each) ? each : upper(each)))
    .join(" ");
}

// A proper name: lucky_ladies is Lucky Ladies.
export function worded(name) {
  const [wager, ...rest] = name.split("@")[0].split(".");
  return [NAMED[wager] ?? titled(wager), ...rest.map(titled)].join(" ");
}

// The same in the few letters that a betting area has room for.
export function shortly(name) {
  const [wager, ...rest] = name.split("@")[0].split(".");
  return [SHORT[wager] ?? worded(wager), ...rest.map(titled)].join(" ");
}

// What happened, or what is chosen: suited_pair is Suited pair.
export function plainly(name) {
  return upper(PLAIN[name] ?? (name.includes(" ") ? spoken(name) : name.replaceAll(/[._]/g, " ")));
}

// What is to be done at the table.
export function chore(name) {
  return CHORES[name] ?? plainly(name);
}

// Why a wish was turned away. One made on what is gone by now is no fault of whoever made it.
export function turnedAway({ status, told }) {
  if (status === 412) return "Too late: the table had moved on.";
  return [spoken(told.message), told.cite].filter(Boolean).join(" · ");
}

// A sentence that names something of the data.
export function spoken(text) {
  return text.replaceAll(/\b[a-z0-9]+(?:_[a-z0-9]+)+(?:\.[a-z0-9_]+)*\b/g, (name) =>
    name.split(".")[0] in NAMED ? worded(name) : lower(plainly(name)),
  );
}
