// A person's word for a name of the data. Every word comes from the house (named.js).
import {
  BUTTONS,
  CHORES,
  HAND_STATES,
  NAMED,
  OFFERS,
  PLAIN,
  SHORT,
  SMALL,
  SUIT_NAMES,
} from "./named.js";

const small = new Set(SMALL);
// Names come from houses too: one that every object answers to ("constructor") is no word of the table.
const wordIn = (words, name) => (Object.hasOwn(words, name) ? words[name] : undefined);
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

// The first letter in upper case: how a sentence begins.
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function titleCase(name) {
  return name
    .split(/[._-]/)
    .map((word, at) => (at && small.has(word) ? word : capitalize(word)))
    .join(" ");
}

// "lucky_ladies.envy@pit" is the wager "lucky_ladies" and the rest "envy"; a house's own suffix is left
// out.
function split(name) {
  const [own] = name.split("@");
  const [wager, ...rest] = own.split(".");
  return [wager, rest.join(".")];
}

// A proper name: lucky_ladies is Lucky Ladies.
export function title(name) {
  const [wager, rest] = split(name);
  return [wordIn(NAMED, wager) ?? titleCase(wager), rest && titleCase(rest)].filter(Boolean).join(" ");
}

// The same in the few letters that a betting area has room for.
export function shortTitle(name) {
  const [wager, rest] = split(name);
  return [wordIn(SHORT, wager) ?? title(wager), rest && titleCase(rest)].filter(Boolean).join(" ");
}

// An outcome, a choice, a command or an event: suited_pair is Suited pair.
export function describe(name) {
  const words = name.includes(" ") ? readable(name) : name.replaceAll(/[._]/g, " ");
  return capitalize(wordIn(PLAIN, name) ?? words);
}

// What is to be done at the table.
export function describeChore(name) {
  return wordIn(CHORES, name) ?? describe(name);
}

// The button of a player's decision.
export function describeAction(name) {
  return wordIn(BUTTONS, name) ?? describe(name);
}

// What the dealer asks who offers it; undefined where it is nothing that is offered.
export function offerQuestion(name) {
  return wordIn(OFFERS, name);
}

// What stands beside a hand's cards; undefined where its state is seen from them.
export function handState(name) {
  return wordIn(HAND_STATES, name);
}

export function suitName(suit) {
  return SUIT_NAMES[suit];
}

// A sentence of the house in which names of the data are put in words.
export function readable(sentence) {
  return sentence.replaceAll(/\b[a-z0-9]+(?:_[a-z0-9]+)+(?:\.[a-z0-9_]+)*(?:@[a-z0-9-]+)?\b/g, (name) =>
    Object.hasOwn(NAMED, name.split(/[.@]/)[0]) ? title(name) : lowerFirst(describe(name.split("@")[0])),
  );
}

// Why the house refused. A command decided on a state that is gone by now is nobody's fault.
export function refusalText({ status, body }) {
  if (status === 412) return "Too late: the table had moved on.";
  return [readable(body.message), body.cite].filter(Boolean).join(" · ");
}
