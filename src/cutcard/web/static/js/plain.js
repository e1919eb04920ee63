// A page that does nothing of its own: one may still sign out.
import { wireSignOut } from "./api.js";

wireSignOut();
