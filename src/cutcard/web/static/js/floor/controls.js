// The table of controls: a row is requested anew, and waits for somebody in another role.
import { newKey } from "../api.js";
import { look } from "./floor.js";
import { postProven } from "./identity.js";
import { wireSigning } from "./signing.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.act) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  const fields = new FormData(form);
  const command = { do: "change_controls", act: form.dataset.act, control: fields.get("control") };
  if (fields.get("from_amount")) command.from_amount = fields.get("from_amount");
  if (fields.get("acknowledged_from")) command.acknowledged_from = fields.get("acknowledged_from");
  const answer = await postProven("/api/controls", { key: newKey(), command });
  delete form.dataset.busy;
  const place = form.querySelector(".said");
  place.textContent = answer.ok ? `Requested: ${answer.body.told}.` : answer.body.message;
  place.className = `said ${answer.ok ? "good" : "bad"}`;
  if (answer.ok) await look();
});

wireSigning(look);
