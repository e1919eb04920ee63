// Requests that wait for others: a form signs one, acknowledges it or takes it back.
import { call, showNotice } from "../api.js";
import { postProven } from "./identity.js";

async function send(path, body, method) {
  const response = await call(method, path, body).catch(() => null);
  if (!response) return { ok: false, body: { message: "The house cannot be reached; try again." } };
  const { ok, status } = response;
  return { ok, status, body: status === 204 ? {} : await response.json() };
}

// After each of them the page looks again; `after` gets what the house answered.
export function wireSigning(after) {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const { sign, withdraw } = form.dataset;
    if (!sign && !withdraw) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "yes";
    const method = sign ? "POST" : "DELETE";
    const path = `/api/signing/${sign ?? withdraw}`;
    const answer = await postProven(path, undefined, (to, body) => send(to, body, method));
    delete form.dataset.busy;
    if (!answer.ok) {
      const place = form.querySelector(".said");
      place.textContent = answer.body.message || "The house gave no reason.";
      place.className = "said bad";
      return;
    }
    showNotice(sign ? "Signed." : "Withdrawn.");
    await after(answer.body);
  });
}
