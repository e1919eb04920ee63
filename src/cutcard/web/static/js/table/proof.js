// What the shoe in play is committed to, and once a shoe is over what its record proves.
import { made } from "../draw.js";

function short(digest) {
  return made("code", { class: "digest", title: digest }, digest);
}

function parts(table, told) {
  const now = told.commitments.length
    ? told.commitments.map((each) => made("p", {}, short(each)))
    : [made("p", {}, "No shoe of this table is committed to now.")];
  const last = told.revealed
    ? [
        made(
          "p",
          { class: told.verdict.startsWith("proven") ? "proven" : "" },
          made("b", {}, told.verdict.charAt(0).toUpperCase() + told.verdict.slice(1)),
        ),
        made("p", {}, short(told.revealed)),
        made(
          "p",
          {},
          made(
            "a",
            { class: "button", href: `/api/tables/${table}/proof/record`, download: "" },
            `Download its record, ${told.events} events`,
          ),
        ),
        made("p", { class: "soft" }, "Check it yourself: cutcard verify FILE"),
      ]
    : [
        made(
          "p",
          {},
          "No shoe is over yet. At its end the order and the salt are told, and here stands the proof.",
        ),
      ];
  return [
    made("h3", {}, "The shoe in play"),
    made(
      "p",
      { class: "soft" },
      "Before the cut the house published this digest of the shuffled order and a secret salt. It cannot change a card without it showing.",
    ),
    ...now,
    made("h3", {}, "The last shoe that is over"),
    ...last,
  ];
}

export function proofButton(table) {
  const dialog = document.getElementById("proof");
  document.getElementById("show-proof").addEventListener("click", async () => {
    const place = made("div", { class: "odds" }, made("p", { role: "status" }, "Checking…"));
    dialog.replaceChildren(
      made(
        "div",
        { class: "dialog-head" },
        made("h2", {}, "Is the deal fair?"),
        made("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"),
      ),
      place,
    );
    dialog.showModal();
    const answer = await fetch(`/api/tables/${table}/proof`, { credentials: "same-origin" }).catch(
      () => null,
    );
    place.replaceChildren(
      ...(answer?.ok
        ? parts(table, await answer.json())
        : [made("p", {}, "It cannot be checked now; close this and try again.")]),
    );
  });
}
