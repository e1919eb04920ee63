// A card as a dealer types it or a scanner sends it.
const SUITS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s" };

// "qh", "10♥" and " A S " are Qh, Th and As; null is no card.
export function readCard(typed) {
  const text = [...typed.trim()]
    .map((sign) => SUITS[sign] ?? sign)
    .join("")
    .replace("10", "T")
    .replaceAll(/\s/g, "");
  const card = text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
  return /^[A2-9TJQK][cdhs]$/.test(card) ? card : null;
}
