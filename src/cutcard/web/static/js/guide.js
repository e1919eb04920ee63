// The guide of a first hand: one sentence at a time, by what the table lets one do now.
import { element } from "./elements.js";

const SIMPLE_STAND = 17;

// Which step of the hand it is, by what the tray offers. `seen` has what was shown before.
export function stepOf(offers, seen) {
  const has = (...names) => names.some((name) => offers.includes(name));
  if (has("take_back")) return "bet-down";
  if (has("hit", "stand")) return "decide";
  if (has("insurance", "even_money", "decline")) return "offer";
  if (seen.includes("decide") || seen.includes("bet-down")) {
    if (has("why") || has("place_bet", "stake", "again")) return seen.includes("wait") ? "over" : "wait";
    return "wait";
  }
  if (has("place_bet", "stake")) return "bet";
  if (has("buy_in")) return "chips";
  return "wait";
}

const TEXTS = {
  wait: [
    "",
    "The cards are being dealt. You play against the dealer only: nearer to 21 wins, above 21 loses.",
  ],
  chips: ["1 of 3", "Take some play chips first: press a Buy in button below."],
  bet: ["1 of 3", "Press a chip to put it on your circle, then Bet. Nearer to 21 than the dealer wins."],
  "bet-down": [
    "2 of 3",
    "Your bet is down. You will get two cards, the dealer shows one. An ace is 1 or 11, pictures 10.",
  ],
  decide: [
    "3 of 3",
    `Your turn. Hit takes a card, Stand none; above 21 you lose. With ${SIMPLE_STAND} or more, stand.`,
  ],
  offer: [
    "3 of 3",
    "The dealer may have a blackjack. Insurance is a bet on that; beginners let it pass: No, thanks.",
  ],
  over: [
    "Done",
    "That was a whole hand. Its result says which rule paid it; ? has all rules of this table.",
  ],
};
// What a step points at: the first of these that there is.
const TARGETS = {
  chips: ["[data-do=buy_in]"],
  bet: ["[data-do=place_bet]:not(:disabled)", ".chip-button.chosen", "[data-do=stake]"],
  decide: ["[data-do=stand]", "[data-do=hit]"],
  offer: ["[data-do=decline]"],
  over: ["[data-do=why]"],
};

function point(tray, selectors) {
  const wanted = selectors.map((each) => tray.querySelector(each)).find(Boolean);
  for (const node of tray.querySelectorAll(".guided")) {
    if (node !== wanted) node.classList.remove("guided");
  }
  wanted?.classList.add("guided");
}

export function guide() {
  const tray = document.getElementById("tray");
  if (!tray) return;
  const seen = [];
  const step = element("b", { class: "guide-step" });
  const text = element("span", { role: "status" });
  const end = element("button", { type: "button", class: "quiet" }, "Close");
  const box = element("aside", { class: "guide", "aria-label": "Your first hand" }, step, text, end);
  const table = location.pathname.split("/")[2];
  const review = element("a", { href: `/school/review/${table}` }, "How did I play?");
  let shown = "";
  const show = () => {
    const offers = [...tray.querySelectorAll("[data-do]")].map((node) => node.dataset.do);
    const now = stepOf(offers, seen);
    point(tray, TARGETS[now] ?? []);
    if (now === shown) return;
    shown = now;
    if (!seen.includes(now)) seen.push(now);
    [step.textContent, text.textContent] = TEXTS[now];
    if (now === "over") text.append(" ", review);
  };
  const watching = new MutationObserver(show);
  watching.observe(tray, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["data-do", "disabled"],
  });
  end.addEventListener("click", () => {
    watching.disconnect();
    point(tray, []);
    box.remove();
  });
  history.replaceState(null, "", location.pathname);
  document.querySelector(".felt").append(box);
  show();
}
