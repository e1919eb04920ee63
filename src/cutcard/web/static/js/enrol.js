// A new person's link: a password is chosen, and staff are shown their second factor this once.
import { call } from "./api.js";
import { made } from "./draw.js";

const state = document.getElementById("enrol-state");
const form = document.getElementById("enrol-form");
const MODULE = 5;
const link = location.hash.slice(1);

function enter() {
  return made("a", { class: "button", href: "/enter" }, "Sign in");
}

function picture(drawing) {
  const found = document.importNode(
    new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement,
    true,
  );
  found.setAttribute("class", "qr");
  // Whole pixels for each module: between two of them a camera sees grey.
  found.setAttribute("width", MODULE * found.viewBox.baseVal.width);
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", "QR code for an authenticator; the same secret stands below as text");
  return found;
}

function second(told) {
  const groups = told.secret.match(/.{1,4}/g).join(" ");
  return [
    made("h2", {}, "Your second factor"),
    made(
      "p",
      {},
      "Staff sign in with a code beside the password. Scan this with an authenticator, or write the secret into it; both are shown this once.",
    ),
    picture(told.picture),
    made("code", { class: "secret", "aria-label": "Secret" }, groups),
    made("a", { class: "button", href: told.address }, "Open it in the authenticator of this device"),
    enter(),
  ];
}

// A second link opened in this window changes nothing but what stands after #: it is another person's.
addEventListener("hashchange", () => location.reload());
if (link) history.replaceState(null, "", location.pathname);
else {
  state.textContent =
    "Open the link that the administrator gave you: it ends with a # and a long token.";
  form.hidden = true;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form);
  if (said.get("password") !== said.get("again")) {
    state.textContent = "The two are not the same; write both again.";
    return;
  }
  const answer = await call("POST", "/api/enrolment", { link, password: said.get("password") }).catch(
    () => null,
  );
  const told = answer ? await answer.json() : { message: "The house cannot be reached; try again." };
  if (!answer?.ok) {
    state.textContent = told.message;
    return;
  }
  form.remove();
  state.textContent = `Welcome, ${told.name}. You are ${/^[aeiou]/.test(told.role) ? "an" : "a"} ${told.role} of this house.`;
  document.getElementById("enrol").append(...(told.secret ? second(told) : [enter()]));
});
