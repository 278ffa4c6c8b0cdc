// The server functions of the dialog (`app/src/sharing/calls.rs`).
import { parse } from "../../shared/i18n";
import { LIMIT, limited } from "../../shared/limited";
import { signInAgain } from "../../shared/sign-in";
import type { Expected, Link, LinkForm } from "./link";

/** The link as it is now. Refused: the server's words, if it had any, and the link if somebody else has changed it. */
export type Answer = { kind: "done"; link: Link } | { kind: "refused"; message: string; link: Link | undefined };

export const createLink = (id: string, form: LinkForm) => ask("create", { id, form });
export const saveLink = (id: string, form: LinkForm) => ask("options", { id, form });
export const removeLink = (id: string, expected: Expected) => ask("remove", { id, expected });

async function ask(name: string, body: object): Promise<Answer> {
  try {
    const answer = await fetch(`/rpc/sharing/${name}`, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      credentials: "same-origin",
      body: JSON.stringify(body),
      signal: limited(LIMIT),
    });
    if (answer.ok) return { kind: "done", link: (await answer.json()) as Link };
    const { code, message, detail }: { code: string; message: string; detail: string } = await answer.json();
    if (code === "unauthenticated") signInAgain();
    return { kind: "refused", message, link: parse<Link | undefined>(detail, undefined) };
  } catch {
    return { kind: "refused", message: "", link: undefined };
  }
}
