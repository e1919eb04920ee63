// The lobby and the dealer's list of tables: the page asks for itself again, and changes only what
// changed.
import { wireSignOut } from "./api.js";
import { wireSigning } from "./floor/signing.js";

const EVERY_MS = 3000;

// What the player has to acknowledge comes and goes.
function freshenSigning(fresh) {
  const old = document.getElementById("signing");
  const now = fresh.getElementById("signing");
  if (!old || !now || old.innerHTML === now.innerHTML || old.querySelector("[data-busy]")) return;
  old.replaceWith(document.importNode(now, true));
}

function freshen(fresh) {
  freshenSigning(fresh);
  for (const grid of document.querySelectorAll("#tables, #wall")) {
    const other = fresh.getElementById(grid.id);
    if (!other) {
      location.reload();
      return;
    }
    const ids = ({ children }) => [...children].map((child) => child.id).join(" ");
    if (ids(other) !== ids(grid)) {
      grid.replaceChildren(...other.children);
      continue;
    }
    [...grid.children].forEach((old, at) => {
      const now = other.children[at];
      if (old.innerHTML !== now.innerHTML) old.innerHTML = now.innerHTML;
    });
  }
  const count = document.getElementById("found");
  const text = fresh.getElementById("found")?.textContent ?? "";
  if (count && count.textContent !== text) count.textContent = text;
}

async function look() {
  const address = location.pathname + location.search;
  const response = await fetch(address, { credentials: "same-origin" }).catch(() => null);
  if (response?.redirected) {
    location.assign("/enter");
    return;
  }
  // Another search may have been chosen meanwhile.
  if (!response?.ok || address !== location.pathname + location.search) return;
  freshen(new DOMParser().parseFromString(await response.text(), "text/html"));
}

async function lookEverySoOften() {
  if (!document.hidden) await look();
  setTimeout(lookEverySoOften, EVERY_MS);
}

function wireFilters(form) {
  const queryOf = () => {
    const filled = [...new FormData(form)].filter(([, value]) => value);
    return new URLSearchParams(filled).toString();
  };
  const search = (event) => {
    event.preventDefault();
    const query = queryOf();
    history.replaceState(null, "", query ? `/?${query}` : "/");
    look();
  };
  form.addEventListener("change", search);
  form.addEventListener("submit", search);
  document.getElementById("find").hidden = true;
}

wireSignOut();
wireSigning(look);
const filters = document.getElementById("filters");
if (filters) wireFilters(filters);
setTimeout(lookEverySoOften, EVERY_MS);
