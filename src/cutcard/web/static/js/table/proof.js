// What the shoe in play is committed to, and once a shoe is over what its record proves.
import { dialogHead, element } from "../elements.js";
import { capitalize } from "../words.js";

function digestNode(digest) {
  return element("code", { class: "digest", title: digest }, digest);
}

function revealedNodes(table, { verdict, revealed, events }) {
  const download = element(
    "a",
    { class: "button", href: `/api/tables/${table}/proof/record`, download: "" },
    `Download its record, ${events} events`,
  );
  return [
    element(
      "p",
      { class: verdict.startsWith("proven") ? "proven" : "" },
      element("b", {}, capitalize(verdict)),
    ),
    element("p", {}, digestNode(revealed)),
    element("p", {}, download),
    element("p", { class: "soft" }, "Check it yourself: cutcard verify FILE"),
  ];
}

function proofNodes(table, proof) {
  const about =
    "Before the cut the house published this digest of the shuffled order and a secret salt. " +
    "It cannot change a card without it showing.";
  const none =
    "No shoe is over yet. At its end the order and the salt are told, and here stands the proof.";
  const now = proof.commitments.length
    ? proof.commitments.map((digest) => element("p", {}, digestNode(digest)))
    : [element("p", {}, "No shoe of this table is committed to now.")];
  return [
    element("h3", {}, "The shoe in play"),
    element("p", { class: "soft" }, about),
    ...now,
    element("h3", {}, "The last shoe that is over"),
    ...(proof.revealed ? revealedNodes(table, proof) : [element("p", {}, none)]),
  ];
}

export function wireProofButton(table) {
  const dialog = document.getElementById("proof");
  document.getElementById("show-proof").addEventListener("click", async () => {
    const place = element("div", { class: "odds" }, element("p", { role: "status" }, "Checking…"));
    dialog.replaceChildren(dialogHead(dialog, "Is the deal fair?"), place);
    dialog.showModal();
    const response = await fetch(`/api/tables/${table}/proof`, { credentials: "same-origin" }).catch(
      () => null,
    );
    place.replaceChildren(
      ...(response?.ok
        ? proofNodes(table, await response.json())
        : [element("p", {}, "It cannot be checked now; close this and try again.")]),
    );
  });
}
