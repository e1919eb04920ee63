// The guide of a first hand: one sentence at a time, by what the table lets one do now.
import { element } from "./elements.js";

const GOOD_ENOUGH = 17;
const GOOD_ENOUGH_SOFT = 18;
const CANNOT_BUST = 11;
const WEAK_UP_TO = 6;

// Which step of the hand it is, by what the tray offers. `seen` has what was shown before, and "why"
// where the tray told of an earlier round from the first.
export function stepOf(offers, seen) {
  const has = (...names) => names.some((name) => offers.includes(name));
  // A blackjack leaves nothing to decide, and a quick table shows no bet that lies: the round is over.
  if (has("why") && !has("take_back") && !seen.includes("why")) return "over";
  if (has("take_back")) return "bet-down";
  if (has("hit", "stand")) return "decide";
  if (has("insurance", "even_money", "decline")) return "offer";
  if (seen.includes("decide") || seen.includes("bet-down")) {
    if (has("why") || has("place_bet", "stake", "again")) return seen.includes("wait") ? "over" : "wait";
    return "wait";
  }
  if (has("place_bet", "stake", "again")) return "bet";
  if (has("queue_bet")) return "sits-out";
  if (has("sit")) return "seat";
  if (has("buy_in")) return "chips";
  return "wait";
}

const TEXTS = {
  wait: [
    "",
    "The cards are being dealt. You play against the dealer only: nearer to 21 wins, above 21 loses.",
  ],
  seat: ["1 of 3", "Press Take a seat: your chips are with you."],
  "sits-out": [
    "1 of 3",
    "This round goes on without you. Press a chip, then Bet next round: your bet waits for the next.",
  ],
  chips: ["1 of 3", "Take some play chips first: press a Buy in button below."],
  bet: ["1 of 3", "Press a chip to put it on your circle, then Bet. Nearer to 21 than the dealer wins."],
  "bet-down": [
    "2 of 3",
    "Your bet is down. You will get two cards, the dealer shows one. An ace is 1 or 11, pictures 10.",
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
// What somebody new plays well enough, with the reason: `total` and whether an ace in it may still
// count 1, against what the dealer shows.
export function simplePlay(total, soft, up) {
  const stand = (why) => ({ does: "stand", why });
  const hit = (why) => ({ does: "hit", why });
  if (total >= (soft ? GOOD_ENOUGH_SOFT : GOOD_ENOUGH)) return stand(`${total} is good enough`);
  if (soft || total <= CANNOT_BUST) return hit("one more card cannot take you above 21");
  if (up <= WEAK_UP_TO) return stand(`the dealer has to draw to a ${up} and may go above 21`);
  return hit("the dealer is likely to have more");
}

const numberIn = (text) => Number(/\d+/.exec(text ?? "")?.[0]);

// The hand in turn as the felt shows it; null where it has no total.
function playNow() {
  const own = document.querySelector(".hand.playing .total")?.textContent ?? "";
  const total = numberIn(own);
  const up = numberIn(document.querySelector(".dealer .total")?.textContent);
  return total ? { total, ...simplePlay(total, own.startsWith("soft"), up || WEAK_UP_TO + 1) } : null;
}

function decideText(play) {
  if (!play) return "Your turn. Hit takes a card, Stand takes none; above 21 you lose.";
  const { total, does, why } = play;
  return `You have ${total}. ${does === "hit" ? "Hit" : "Stand"}: ${why}.`;
}

// What a step points at: the first of these that there is.
const TARGETS = {
  seat: ["[data-do=sit]"],
  "sits-out": ["[data-do=queue_bet]:not(:disabled)", ".chip-button.chosen", "[data-do=stake]"],
  chips: ["[data-do=buy_in]"],
  bet: ["[data-do=place_bet]:not(:disabled)", ".chip-button.chosen", "[data-do=stake]"],
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
    if (!shown && offers.includes("why")) seen.push("why");
    const now = stepOf(offers, seen);
    const play = now === "decide" ? playNow() : null;
    point(tray, now === "decide" ? [`[data-do=${play?.does ?? "stand"}]`] : (TARGETS[now] ?? []));
    const [part, words] = now === "decide" ? ["3 of 3", decideText(play)] : TEXTS[now];
    if (`${now} ${words}` === shown) return;
    shown = `${now} ${words}`;
    if (!seen.includes(now)) seen.push(now);
    [step.textContent, text.textContent] = [part, words];
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
