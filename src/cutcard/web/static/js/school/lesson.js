// A drill as plain values: what a player remembers, which question comes next, and the score.

const SUITS = ["s", "h", "d", "c"];
const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const LATELY = 3;
const MISSED = 6;
const KNOWN_ROW = 2;
const HUNDRED = 100;

function worth(rank) {
  return { A: 1, T: 10 }[rank] ?? Number(rank);
}

// What it costs to do something else than the best, in units of the wager.
export function costOf(question, did) {
  const best = question.worth[question.right];
  const value = question.worth[did];
  return best === undefined || value === undefined ? null : Math.max(0, best - value);
}

// How much a question is wanted: what was missed comes back soon, what is known seldom.
export function weight(question, memory, lately) {
  if (lately.includes(question.id)) return 0;
  const { row = 0, missed = 0 } = memory[question.id] ?? {};
  return (1 + MISSED * missed) / (1 + row) ** 2;
}

export function choose(all, memory, lately, random) {
  const weights = all.map((each) => weight(each, memory, lately.slice(-LATELY)));
  const sum = weights.reduce((total, each) => total + each, 0);
  if (!sum) return all[Math.floor(random() * all.length)];
  let left = random() * sum;
  const at = weights.findIndex((each) => (left -= each) < 0);
  return all[at < 0 ? all.length - 1 : at];
}

// The memory after an answer.
export function remembered(memory, id, isRight) {
  const { row = 0, missed = 0 } = memory[id] ?? {};
  const now = isRight
    ? { row: row + 1, missed: Math.max(0, missed - 1) }
    : { row: 0, missed: Math.min(missed + 1, 3) };
  return { ...memory, [id]: now };
}

export function knownOf(all, memory) {
  return all.filter(({ id }) => (memory[id]?.row ?? 0) >= KNOWN_ROW).length;
}

// The score after an answer.
export function scored(score, { isRight, seconds, cost }) {
  const streak = isRight ? score.streak + 1 : 0;
  return {
    many: score.many + 1,
    right: score.right + (isRight ? 1 : 0),
    streak,
    longest: Math.max(score.longest, streak),
    seconds: score.seconds + seconds,
    cost: score.cost + (cost ?? 0),
  };
}

export const NO_SCORE = { many: 0, right: 0, streak: 0, longest: 0, seconds: 0, cost: 0 };

export function costInHundred({ many, cost }) {
  return many ? (cost / many) * HUNDRED : 0;
}

// Cards of these ranks in different suits; a ten is one of four.
export function cardsOf(ranks, random) {
  const first = Math.floor(random() * SUITS.length);
  return ranks.map((rank, at) => {
    const shown = rank === "T" ? "TJQK"[Math.floor(random() * 4)] : rank;
    return shown + SUITS[(first + at) % SUITS.length];
  });
}

export function totalText(ranks) {
  const isPair = ranks.length === 2 && ranks[0] === ranks[1];
  if (isPair) return `a pair of ${{ A: "aces", T: "tens" }[ranks[0]] ?? `${ranks[0]}s`}`;
  const sum = ranks.reduce((total, rank) => total + worth(rank), 0);
  const isSoft = ranks.includes("A") && sum <= 11;
  return isSoft ? `soft ${sum + 10}` : String(sum);
}

// The questions that were missed in a drill, the dearest first, each once.
export function missedIn(answers) {
  const wrong = new Map();
  for (const { question, isRight, cost } of answers) {
    if (isRight) continue;
    const before = wrong.get(question.id) ?? { question, times: 0, cost: 0 };
    wrong.set(question.id, {
      question,
      times: before.times + 1,
      cost: before.cost + (cost ?? 0),
    });
  }
  return [...wrong.values()].sort((one, other) => other.cost - one.cost || other.times - one.times);
}

// What all drills of a game came to, by day: the day's score is added up.
export function addedToDays(days, day, { isRight, seconds, cost }) {
  const { many = 0, right = 0, seconds: before = 0, cost: lost = 0 } = days[day] ?? {};
  const now = {
    many: many + 1,
    right: right + (isRight ? 1 : 0),
    seconds: before + seconds,
    cost: lost + (cost ?? 0),
  };
  return { ...days, [day]: now };
}

// How many days in a row somebody practised, up to today or yesterday.
export function daysInARow(days, today) {
  const at = new Date(`${today}T00:00:00Z`);
  const name = () => at.toISOString().slice(0, 10);
  if (!days[name()]) at.setUTCDate(at.getUTCDate() - 1);
  let row = 0;
  while (days[name()]) {
    row += 1;
    at.setUTCDate(at.getUTCDate() - 1);
  }
  return row;
}

export const SYSTEMS = {
  "Hi-Lo": { A: -1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0, T: -1 },
  "Knock-out": { A: -1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 0, 9: 0, T: -1 },
  "Hi-Opt I": { A: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0, T: -1 },
  "Omega II": { A: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 1, 8: 0, 9: -1, T: -2 },
};

export function tagOf(system, card) {
  return SYSTEMS[system]["JQK".includes(card[0]) ? "T" : card[0]];
}

export function countOf(system, cards) {
  return cards.reduce((sum, card) => sum + tagOf(system, card), 0);
}

// The true count: the running one by the decks that are left, rounded down as tables of indices have it.
export function trueCount(running, decksLeft) {
  return Math.floor(running / decksLeft) + 0;
}

// A count as somebody writes it: with a hyphen, a minus sign or a plus.
export function readCount(written) {
  const text = written.trim().replace("−", "-").replace("+", "");
  return /^-?\d{1,3}$/.test(text) ? Number(text) : null;
}

export function signedCount(count) {
  return count > 0 ? `+${count}` : String(count).replace("-", "−");
}

export function shuffledPack(random) {
  const pack = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"].flatMap((rank) =>
    SUITS.map((suit) => rank + suit),
  );
  for (let at = pack.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [pack[at], pack[other]] = [pack[other], pack[at]];
  }
  return pack;
}

// Cards as people write them: "Th 6s" is 10♥ 6♠.
export function cardsText(cards) {
  return cards.replace(/([2-9TJQKA])([shdc])/g, (_, rank, suit) => {
    const shown = rank === "T" ? "10" : rank;
    return shown + SUIT_SIGNS[suit];
  });
}
