// A change of dealer: who comes on signs in by a PIN, and the dealer who leaves is signed out.
import { call } from "../api.js";

export function wireComesOn(table) {
  const form = document.getElementById("comes-on");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const body = { name: fields.get("name").trim().toLowerCase(), pin: fields.get("pin") };
    const response = await call("POST", `/api/tables/${table}/dealer`, body).catch(() => null);
    if (response?.ok) {
      location.reload();
      return;
    }
    const told = response
      ? await response.json()
      : { message: "The house cannot be reached; try again." };
    document.getElementById("comes-on-wrong").textContent = told.message;
  });
}
