// The search page: the form is the server's; rounds are chosen here for a file of evidence.
import { wireSignOut } from "../api.js";

// Fields that are empty are not sent: the address of a search stays short.
const search = document.getElementById("search");
search.addEventListener("submit", () => {
  for (const field of search.elements) if (!field.value) field.disabled = true;
});
addEventListener("pageshow", () => {
  for (const field of search.elements) field.disabled = false;
});

const form = document.getElementById("evidence");
if (form) {
  const boxes = [...form.querySelectorAll("[name=round]")];
  const every = document.getElementById("every");
  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    document.getElementById("export").disabled = !chosen;
    every.checked = chosen === boxes.length;
    every.indeterminate = chosen > 0 && chosen < boxes.length;
    const state = document.getElementById("chosen");
    state.dataset.hint ??= state.textContent;
    const many = chosen === 1 ? "1 round" : `${chosen} rounds`;
    state.textContent = chosen ? `${many} chosen.` : state.dataset.hint;
  };
  form.addEventListener("change", ({ target }) => {
    if (target === every) for (const box of boxes) box.checked = every.checked;
    show();
  });
  form.addEventListener("submit", () => {
    const note = form.elements.namedItem("note");
    note.disabled = !note.value;
    setTimeout(() => {
      note.disabled = false;
    });
  });
  addEventListener("pageshow", show);
}
wireSignOut();
