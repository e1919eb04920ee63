// A few words of each vocabulary, in the shape of the module that the house makes for its pages
// (named.js). That the pages' words are the house's own is tested in a browser, against the real one.
export const NAMED = {
  insurance: "Insurance",
  kings_bounty: "King's Bounty",
  lucky_ladies: "Lucky Ladies",
  super_4: "Super 4",
  twenty_one_plus_three: "21+3",
};
export const SHORT = { kings_bounty: "Bounty" };
export const PLAIN = { lose: "Lost", place_bet: "Bet", win: "Won" };
export const CHORES = { settle: "Take and pay" };
export const BUTTONS = { decline: "No, thanks", switch: "Switch second cards" };
export const OFFERS = {
  insure: "Insurance?",
  even_money: "Even money for your blackjack?",
  surrender: "Surrender half?",
};
export const HAND_STATES = { busted: "bust", surrendered: "surrendered" };
export const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
export const SMALL = ["and", "of", "the"];
