import { on, type Toast } from "../shared/events";

/** Every toast that is sent from now on. */
export function heardToasts(): Toast[] {
  const all: Toast[] = [];
  on("app:toast", (toast) => all.push(toast));
  return all;
}
