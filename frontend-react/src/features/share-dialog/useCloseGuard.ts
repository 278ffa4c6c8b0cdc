import { type RefObject, useEffect, useRef } from "react";
import { type Texts, t } from "../../shared/i18n";
import { ask } from "../../shared/ui/ask";

/**
 * Asks before the server's dialog around `body` closes with unsaved changes: by its button, Escape or a click beside
 * it. If the browser closes it all the same, the choices stay.
 */
export function useCloseGuard(
  body: RefObject<HTMLElement | null>,
  isUnsaved: boolean,
  discard: () => void,
  texts: Texts,
): void {
  const guard = useRef({ isUnsaved, discard });
  guard.current = { isUnsaved, discard };
  useEffect(() => {
    const dialog = body.current?.closest("dialog");
    if (!dialog) return;
    const hear = async (event: Event) => {
      if (!guard.current.isUnsaved) return;
      event.preventDefault();
      const [question, yes, no] = [t(texts, "share.leave"), t(texts, "share.discard"), t(texts, "share.stay")];
      if (!(await ask(question, yes, no))) return;
      guard.current.discard();
      dialog.close();
    };
    dialog.addEventListener("cancel", hear);
    dialog.addEventListener("submit", hear);
    return () => {
      dialog.removeEventListener("cancel", hear);
      dialog.removeEventListener("submit", hear);
    };
  }, [body, texts]);
}
