// The day of a table: another table by its name, and the kinds of entries that are listed.
import { wireSignOut } from "../api.js";

const pick = document.getElementById("pick");
document.getElementById("table").addEventListener("change", ({ target }) => {
  pick.action = `/surveillance/tables/${target.value}`;
  pick.requestSubmit();
});
for (const box of document.querySelectorAll(".lane-picks input")) {
  box.addEventListener("change", () => {
    for (const entry of document.querySelectorAll(`.day-log [data-lane="${box.value}"]`)) {
      entry.hidden = !box.checked;
    }
  });
}
wireSignOut();
