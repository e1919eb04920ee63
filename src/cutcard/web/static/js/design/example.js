// A round of two boxes as a house would send it, for the page that shows how a round looks.
export const PLAYER = "you";
const STAKES = { main: "25.00", lucky_ladies: "5.00" };

const hand = (cards, total, more = {}) => ({
  hand: 1,
  cards,
  total,
  soft: false,
  state: "playing",
  stakes: ["25.00"],
  doubled: false,
  ...more,
});

const boxes = (more = {}) => [
  { box: 2, player: PLAYER, stakes: STAKES, insurance: {}, hands: [hand(["Ks", "9h"], 19, more)] },
  { box: 4, player: "ann", stakes: { main: "10.00" }, insurance: {}, hands: [hand(["Td", "6c"], 16)] },
];

const table = {
  boxes: 5,
  bets: [],
  seated: { 2: PLAYER, 4: "ann" },
  away: [],
  awaits: { kind: "landing", may: {} },
  meters: {},
  main_wagers: ["main"],
  mains: { apart: false, required: ["main"] },
  side_wagers: ["lucky_ladies"],
  last_lines: [],
  last_round: null,
};

// The cards of a round, dealt, before anybody has decided.
export function dealtView(number) {
  return {
    ...table,
    round: {
      number,
      boxes: boxes(),
      dealer: [{ cards: ["7d", null], total: null, state: "" }],
      lines: [],
    },
  };
}

// The same when it is over: one box has won, its side wager and the other box have lost.
export function settledView(number) {
  const line = (box, wager, stake, net) => ({
    box,
    hand: wager === "main" ? 1 : null,
    wager,
    stake,
    net,
    returned: (Number(stake) + Number(net)).toFixed(2),
    pays: "1 to 1",
  });
  return {
    ...table,
    awaits: { kind: "bets", may: {} },
    round: null,
    last_round: {
      number,
      boxes: boxes({ state: "stood" }),
      dealer: [{ cards: ["7d", "Jc"], total: 17, state: "" }],
    },
    last_lines: [
      line(2, "lucky_ladies", "5.00", "-5.00"),
      line(2, "main", "25.00", "25.00"),
      line(4, "main", "10.00", "-10.00"),
    ],
  };
}
