// One's own passkeys: this device is added, and those that were lost are removed. And a dealer's PIN.
import { call, wireSignOut } from "./api.js";
import { postProven } from "./floor/identity.js";
import { hasPasskeys, make } from "./passkeys.js";

const message = document.getElementById("passkeys-said");

const send = async (path, body) => {
  const response = await call(body === undefined ? "DELETE" : "POST", path, body).catch(() => null);
  const text = response ? await response.text() : "";
  return { ok: response?.ok ?? false, body: text ? JSON.parse(text) : {} };
};

async function proven(path, body) {
  const answer = await postProven(path, body, send);
  if (!answer.ok) message.textContent = answer.body.message ?? "The house cannot be reached; try again.";
  return answer.ok;
}

async function choosePin(event) {
  event.preventDefault();
  const fields = new FormData(event.target);
  const said = document.getElementById("pin-said");
  const body = { pin: fields.get("pin"), tables: fields.getAll("tables") };
  if (!body.tables.length) {
    said.textContent = "Choose the tables that you will deal.";
    return;
  }
  const answer = await postProven("/api/pin", body, send);
  said.textContent = answer.ok
    ? `This PIN is good until ${new Date(answer.body.until).toLocaleTimeString()}.`
    : (answer.body.message ?? "The house cannot be reached; try again.");
  if (answer.ok) event.target.reset();
}

async function add() {
  // Asked for once before, so that the proof of identity comes first.
  if (!(await proven("/api/passkeys/new", {}))) return;
  const passkey = await make();
  if (!passkey) message.textContent = "This device made no passkey.";
  else if (await proven("/api/passkeys", { passkey })) location.reload();
}

wireSignOut();
const button = document.getElementById("passkeys-add");
if (button && hasPasskeys()) button.addEventListener("click", add);
else if (button) message.textContent = "This browser has no passkeys.";
document.getElementById("pin-form")?.addEventListener("submit", choosePin);
for (const each of document.querySelectorAll("[data-passkey]")) {
  each.addEventListener("click", async () => {
    if (await proven(`/api/passkeys/${each.dataset.passkey}`)) location.reload();
  });
}
