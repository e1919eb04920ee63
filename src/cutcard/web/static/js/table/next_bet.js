// Bets that go down by themselves when they may: those chosen while others still play, and the same bet
// for ten rounds. Nothing is decided for anybody: hands are still played by hand.
import { button, element } from "../elements.js";
import { draft, hasChips, lastBetSummary } from "./draft.js";

const AUTO_ROUNDS = 10;
const LOOK_MS = 1600;
let waiting = 0;

// Whether what lies ready goes down as soon as bets are open.
export const isQueued = () => draft.queued;

export function queueBet(isOn) {
  draft.queued = isOn;
}

export function startAuto(state) {
  draft.auto = AUTO_ROUNDS;
  state.redraw();
}

export function stopAuto(state) {
  draft.auto = 0;
  clearTimeout(waiting);
  waiting = 0;
  state.redraw();
}

// The button that begins ten rounds of the same bet; none where there is nothing to repeat.
export function autoButton(view, me, open, state) {
  const last = lastBetSummary(view, me, open);
  if (!last?.covered || draft.auto) return [];
  return [
    {
      key: "auto",
      make: () =>
        button(`Auto × ${AUTO_ROUNDS}`, () => startAuto(state), {
          do: "auto",
          class: "quiet",
          name: `The same bet for ${AUTO_ROUNDS} rounds`,
        }),
    },
  ];
}

// What says how many rounds are left, with the way out.
export function autoPart(state) {
  if (!draft.auto) return [];
  const rounds = draft.auto === 1 ? "1 more round" : `${draft.auto} more rounds`;
  return [
    {
      key: "auto-left",
      value: draft.auto,
      make: () =>
        element(
          "p",
          { class: "row auto", role: "status" },
          `The same bet goes down for ${rounds}.`,
          button("Stop", () => stopAuto(state), { do: "stop_auto" }),
        ),
    },
  ];
}

// What goes down by itself now: "queued" what lies ready, "auto" the last bet again, "" nothing.
export function dueBet(view, me, { open, bets }) {
  if (view.awaits.kind !== "bets" || view.halted || !open.length || bets.length) return "";
  if (draft.queued) return open.some((box) => hasChips(draft.stakes[box])) ? "queued" : "";
  if (!draft.auto || open.some((box) => hasChips(draft.stakes[box]))) return "";
  return lastBetSummary(view, me, open)?.covered ? "auto" : "";
}

// Called when everything is drawn. Between rounds there is a moment to look at what was paid.
export function betByItself(view, me, seats, { state, place }) {
  const due = dueBet(view, me, seats);
  if (due === "queued" && !state.busy) {
    draft.queued = false;
    place(seats.open);
  }
  if (due !== "auto" || waiting) return;
  waiting = setTimeout(() => {
    waiting = 0;
    if (dueBet(state.view, me, seats) !== "auto" || state.busy) return;
    draft.auto -= 1;
    for (const box of seats.open) {
      if (hasChips(draft.last[box])) draft.stakes[box] = { ...draft.last[box] };
    }
    place(seats.open);
  }, LOOK_MS);
}
