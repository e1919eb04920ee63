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
    "If it changed a card, the digest would no longer match.";
  const none =
    "No shoe has ended yet. When one does, its order and its salt are published, and the proof is " +
    "shown here.";
  const now = proof.commitments.length
    ? proof.commitments.map((digest) => element("p", {}, digestNode(digest)))
    : [element("p", {}, "No shoe is committed to right now.")];
  return [
    element("h3", {}, "The shoe in play"),
    element("p", { class: "soft" }, about),
    ...now,
    element("h3", {}, "The last finished shoe"),
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
        : [element("p", {}, "It cannot be checked right now; close this and try again.")]),
    );
  });
}
