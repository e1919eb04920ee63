// A page that only stands there: one may still sign out.
import { signOutButton } from "./api.js";

signOutButton();
