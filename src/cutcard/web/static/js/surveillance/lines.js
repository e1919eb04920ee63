// A settled round in words: whose account money moved through, and whether each line was paid as it is
// due.
import { title } from "../words.js";

const ACCOUNTS = {
  chips: (_, who) => `${who}'s chips`,
  layout: () => "the layout",
  inventory: () => "the float",
  wallet: (where) => `${where}'s wallet`,
  tips: () => "the tip box",
  meter: (where) => `meter ${title(where)}`,
  pending: (where) => `a pending win of ${title(where)}`,
  reserve: (where) => `the reserve of ${title(where)}`,
};

// "chips:one:ann" is ann's chips; an account that has no words is told by its kind.
export function accountText(account) {
  const [kind, where = "", who = ""] = account.split(":");
  return Object.hasOwn(ACCOUNTS, kind) ? ACCOUNTS[kind](where, who) : kind;
}

// "Box 2, hand 1, ann".
export function whereText({ box, hand, player }) {
  return [`Box ${box}`, hand ? `hand ${hand}` : "", player ?? ""].filter(Boolean).join(", ");
}

// Whether the round was paid as the house computes it again.
export function verdictText(lines) {
  const wrong = lines.filter(({ same }) => !same).length;
  if (wrong) return `✗ ${wrong} of ${lines.length} lines differ`;
  return `✓ Paid correctly: ${lines.length} ${lines.length === 1 ? "line" : "lines"}`;
}

// A decision of the desk's form: as it was where the same action is chosen, without its amount where
// another one is.
export function decisionAs(decision, action) {
  if (decision.do === action) return decision;
  const { box, hand } = decision;
  return { box, do: action, ...(hand ? { hand } : {}) };
}
