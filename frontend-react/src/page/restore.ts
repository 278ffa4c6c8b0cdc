import { call } from "../auth";
import { carryToast, type Restore, send } from "../events";
import { go, reload } from "../navigate";

type Refused = { code?: string; message?: string };

/** What the toast after a deletion offers. A day that has an entry again leads to the choice; what fails is offered once more. */
export async function restore(what: Restore): Promise<void> {
  const { entryId, texts } = what;
  let answer: Response | undefined;
  try {
    answer = await call(`/api/entries/${entryId}/restore`, { method: "POST" });
  } catch {
    // No answer is no answer, whatever the browser calls it.
  }
  if (answer?.ok) {
    carryToast({ title: texts.done, kind: "ok" });
    return reload();
  }
  const { code, message }: Refused = (await answer?.json().catch(() => null)) ?? {};
  if (code === "entry_exists") return go(`/bin/${entryId}`);
  const title = message ?? (answer ? texts.failed : texts.offline);
  send("app:toast", { title, kind: "error", also: { label: texts.again, href: `/bin/${entryId}` } });
}
