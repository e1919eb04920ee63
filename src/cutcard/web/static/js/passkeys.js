// Passkeys: a key on this device, which the browser uses once its owner has shown that it is them.
import { call } from "./api.js";

export const hasPasskeys = () =>
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

const asked = async (path) => {
  const response = await call("POST", path, {}).catch(() => null);
  return response?.ok ? response.json() : null;
};

// The device's answer to the question of the house; null where there is none.
export async function answer() {
  const options = await asked("/api/passkeys/question");
  if (!options) return null;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
  return credential?.toJSON() ?? null;
}

// A new passkey of this device, for whoever is signed in; null where none was made.
export async function make() {
  const options = await asked("/api/passkeys/new");
  if (!options) return null;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null);
  return credential?.toJSON() ?? null;
}

// Shows the button that uses a passkey, where this browser can; what it answers goes to `use`.
export function offerPasskey(id, use) {
  const button = document.getElementById(id);
  if (!button || !hasPasskeys()) return;
  button.hidden = false;
  button.onclick = async () => {
    const passkey = await answer();
    if (passkey) await use(passkey);
  };
}
