// The server functions of the dialog (`app/src/sharing/calls.rs`).
import type { ExpectedLink, LinkForm, LinkView } from "../../shared/domain";
import { parse } from "../../shared/i18n";
import { LIMIT, limited } from "../../shared/limited";
import { signInAgain } from "../../shared/sign-in";

/** The link as it is now. Refused: the server's words, if it had any, and the link if somebody else has changed it. */
export type Answer =
  | { kind: "done"; link: LinkView }
  | { kind: "refused"; message: string; link: LinkView | undefined };

export const createLink = (id: string, form: LinkForm) => ask("create", { id, form });
export const saveLink = (id: string, form: LinkForm) => ask("options", { id, form });
export const removeLink = (id: string, expected: ExpectedLink) => ask("remove", { id, expected });

async function ask(name: string, body: object): Promise<Answer> {
  try {
    const answer = await fetch(`/rpc/sharing/${name}`, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      credentials: "same-origin",
      body: JSON.stringify(body),
      signal: limited(LIMIT),
    });
    if (answer.ok) return { kind: "done", link: (await answer.json()) as LinkView };
    const { code, message, detail }: { code: string; message: string; detail: string } = await answer.json();
    if (code === "unauthenticated") signInAgain();
    return { kind: "refused", message, link: parse<LinkView | undefined>(detail, undefined) };
  } catch {
    return { kind: "refused", message: "", link: undefined };
  }
}
