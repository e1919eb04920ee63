// A new person's link: a password is chosen, and staff are shown their second factor this once.
import { call } from "./api.js";
import { element } from "./elements.js";

const MODULE_PX = 5;
const ABOUT_CODE =
  "Staff sign in with a code beside the password. Scan this with an authenticator, or type the " +
  "secret into it; both are shown only once.";
const state = document.getElementById("enrol-state");
const form = document.getElementById("enrol-form");
const link = location.hash.slice(1);

function signInLink() {
  return element("a", { class: "button", href: "/enter" }, "Sign in");
}

function qrCode(drawing) {
  const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  svg.setAttribute("class", "qr");
  // Whole pixels for each module: between two of them a camera sees grey.
  svg.setAttribute("width", MODULE_PX * svg.viewBox.baseVal.width);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code for an authenticator; the same secret is below as text");
  return svg;
}

function secondFactor({ secret, picture, address }) {
  const groups = secret.match(/.{1,4}/g).join(" ");
  return [
    element("h2", {}, "Your second factor"),
    element("p", {}, ABOUT_CODE),
    qrCode(picture),
    element("code", { class: "secret", "aria-label": "Secret" }, groups),
    element("a", { class: "button", href: address }, "Open it in the authenticator of this device"),
    signInLink(),
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
  const fields = new FormData(form);
  const password = fields.get("password");
  if (password !== fields.get("again")) {
    state.textContent = "The passwords differ; type both again.";
    return;
  }
  const word = fields.get("word");
  const response = await call("POST", "/api/enrolment", { link, password, word }).catch(() => null);
  const answer = response
    ? await response.json()
    : { message: "The house cannot be reached; try again." };
  if (!response?.ok) {
    state.textContent = answer.message;
    return;
  }
  form.remove();
  const article = /^[aeiou]/.test(answer.role) ? "an" : "a";
  state.textContent = `Welcome, ${answer.name}. You are ${article} ${answer.role} of this house.`;
  const more = answer.secret ? secondFactor(answer) : [signInLink()];
  document.getElementById("enrol").append(...more);
});
