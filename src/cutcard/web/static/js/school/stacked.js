// A lesson as plain values: a stacked shoe, its boxes, and what is claimed in the place of the truth.
const FORMAT = 1;

// `claims` has for each payout "", "swap", or what is done and for how much: "pay 15.00".
export function lessonOf({ title, game, shoe, boxes, claims, steps }) {
  const [law, variation] = game.split("/");
  const swapped = claims.indexOf("swap");
  return {
    cutcard: "lesson",
    format: FORMAT,
    title: title.trim(),
    document: law,
    variation: variation || null,
    shoe: shoe.trim().replace(/\s+/g, " "),
    boxes,
    wrong: claims.flatMap((claim, line) => {
      const [does, amount] = claim.split(" ");
      return claim && claim !== "swap" ? [{ line, does, amount }] : [];
    }),
    swapped: swapped < 0 ? null : swapped,
    steps_swapped: steps === "" ? null : Number(steps),
  };
}

export function plantedText({ wrong, swapped, steps_swapped: steps }) {
  const many = wrong.length + (swapped === null ? 0 : 1) + (steps === null ? 0 : 1);
  if (!many) return "Nothing is planted yet: choose at least one mistake.";
  return `Planted: ${many === 1 ? "one mistake" : `${many} mistakes`}.`;
}
