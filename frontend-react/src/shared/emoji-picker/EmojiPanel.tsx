import { LoaderCircle } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Texts, t } from "../i18n";
import { emojisOf } from "./data";

type Loaded = { Picker: typeof import("./Picker").Picker; data: Awaited<ReturnType<typeof emojisOf>> };
type State = { is: "loading" } | { is: "failed" } | ({ is: "ready" } & Loaded);

type Props = { texts: Texts; id: string; pick: (emoji: string) => void; close: () => void };

/** A place of fixed size that fetches the picker and its emojis when it is opened. */
export function EmojiPanel({ texts, id, pick, close }: Props) {
  const [state, setState] = useState<State>({ is: "loading" });
  const panel = useRef<HTMLElement>(null);

  const load = useCallback(async () => {
    setState({ is: "loading" });
    try {
      const [{ Picker }, data] = await Promise.all([import("./Picker"), emojisOf(document.documentElement.lang)]);
      setState({ is: "ready", Picker, data });
    } catch (error) {
      console.error(error);
      setState({ is: "failed" });
    }
  }, []);
  useEffect(() => void load(), [load]);
  // Its size is that of the whole from the beginning; it must not open out of sight.
  // In braces: newer browsers return a promise, and React would call it as the effect's end.
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: "nearest" });
  }, []);

  useEffect(() => {
    // The picker handles its keys at the document, before this. Other keys must not send the form.
    const key = (event: KeyboardEvent) => {
      // The focus stays on the button that opened the panel on touch.
      const isOpener = (event.target as Element).getAttribute?.("aria-controls") === id;
      if (!isOpener && !panel.current?.contains(event.target as Node)) return;
      const isField = event.target instanceof HTMLInputElement;
      if (event.key === "Enter" && isField) event.preventDefault();
      if (event.key === "Escape" && !event.defaultPrevented) close();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [close, id]);

  return (
    <section ref={panel} id={id} className="emoji-panel" aria-label={t(texts, "editor.emoji.picker")}>
      {state.is === "ready" && <state.Picker texts={texts} data={state.data} pick={pick} />}
      {state.is === "loading" && (
        <p className="emoji-panel-note" role="status">
          <LoaderCircle className="emoji-panel-wait" aria-hidden size={20} strokeWidth={1.75} />
          {t(texts, "editor.emoji.loading")}
        </p>
      )}
      {state.is === "failed" && (
        <div className="emoji-panel-note" role="alert">
          <p>{t(texts, "editor.emoji.failed")}</p>
          <button type="button" className="button" onClick={load}>
            {t(texts, "editor.emoji.retry")}
          </button>
        </div>
      )}
    </section>
  );
}
