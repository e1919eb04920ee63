// A jackpot takes the felt: what is won and locked until people have verified it, and what was paid.
import { play } from "../felt/sound.js";
import { element } from "../elements.js";
import { formatMoney } from "../money.js";
import { patch } from "../parts.js";
import { title } from "../words.js";

const PAID_MS = 9000;
let shown = "";
let paidRound = null;

// What a view says of jackpots: { state: "pending" | "paid", amount, name, who }; null where none is.
export function jackpotOf(view) {
  const [hit] = view.hits ?? [];
  if (hit) return { state: "pending", amount: hit.amount, name: title(hit.meter), who: "" };
  if (view.round !== null) return null;
  const won = view.last_lines
    .filter((line) => line.pays.includes("% of") && Number(line.returned) > 0)
    .sort((one, other) => Number(other.returned) - Number(one.returned));
  if (!won.length) return null;
  const [{ box, wager, returned, player }] = won;
  const who = player ?? view.last_round?.boxes.find((each) => each.box === box)?.player ?? "";
  return { state: "paid", amount: returned, name: title(wager), who };
}

function words({ state, who }, me) {
  if (state === "pending") return "PENDING: locked for its winner until it is verified";
  return `PAID to ${who === me ? "you" : who || "its winner"}`;
}

// What the felt shows of a jackpot to `me`.
export function jackpotParts(jackpot, me) {
  return [
    element("span", { class: "jackpot-name" }, `${jackpot.name} jackpot`),
    element("b", {}, formatMoney(jackpot.amount)),
    element("span", { class: `jackpot-state ${jackpot.state}` }, words(jackpot, me)),
  ];
}

// Called when the felt is drawn. What was paid leaves the felt after a while, what is pending does not.
export function showJackpot(view, me) {
  const place = document.getElementById("jackpot");
  let found = jackpotOf(view);
  const round = view.last_round?.number ?? 0;
  if (found?.state === "paid" && paidRound === round) found = null;
  patch(place, found, () => (found ? jackpotParts(found, me) : []));
  const sign = found ? `${found.state} ${found.amount} ${round}` : "";
  if (sign && sign !== shown) play("jackpot");
  if (found?.state === "paid" && sign !== shown) {
    setTimeout(() => {
      paidRound = round;
      place.replaceChildren();
      patch(place, null, () => []);
    }, PAID_MS);
  }
  shown = sign;
}
