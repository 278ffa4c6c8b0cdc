import { type RefObject, useReducer, useRef } from "react";
import { flushSync } from "react-dom";
import type { LinkForm, LinkView, ShareOptions } from "../../shared/domain";
import { send } from "../../shared/events";
import { type Key, type Texts, t } from "../../shared/i18n";
import { ask } from "../../shared/ui/ask";
import { type Answer, createLink, removeLink, saveLink } from "./calls";
import { expected, isSameChoice, isShared, type Missing, toForm } from "./link";
import { type Busy, begin, reduce } from "./share-reducer";

/** Time in milliseconds in which a second tap of the finger that made the link hits no new button. */
const SETTLING = 700;

const SAID = {
  creating: ["share.created", "share.create_failed"],
  saving: ["share.saved", "share.save_failed"],
  ending: ["share.deactivated", "share.deactivate_failed"],
} as const satisfies Record<Exclude<Busy, "no">, [Key, Key]>;

const MISSING = { date: "share.date_missing", pin: "share.pin_invalid" } as const satisfies Record<Missing, Key>;

/** Elements that get the focus when the pressed one is gone. */
export type Places = {
  body: RefObject<HTMLFieldSetElement | null>;
  link: RefObject<HTMLInputElement | null>;
  create: RefObject<HTMLButtonElement | null>;
  date: RefObject<HTMLInputElement | null>;
  pin: RefObject<HTMLInputElement | null>;
};

/** The link's state, and the calls that make, change and end it. */
export function useShareLink(entry: string, given: LinkView, present: ShareOptions, places: Places, texts: Texts) {
  const [state, dispatch] = useReducer(reduce(present), undefined, () => begin(given, present));
  // Read after an answer: somebody may have gone on choosing meanwhile.
  const latest = useRef(state);
  latest.current = state;

  const showError = (key: Key, message = "") => {
    const [title, description] = [t(texts, "share.failed_title"), message || t(texts, key)];
    send("app:toast", { title, description, kind: "error" });
  };

  const markLink = () => {
    places.link.current?.focus();
    places.link.current?.select();
  };

  const change = async (busy: Exclude<Busy, "no">, call: () => Promise<Answer>) => {
    if (latest.current.busy !== "no") return;
    const sent = latest.current.choices;
    dispatch({ type: "sent", busy });
    const answer = await call();
    // The focus stays where somebody has gone on choosing.
    const isElsewhere = !isSameChoice(latest.current.choices, sent);
    const { link } = answer;
    const isFolded = answer.kind === "done" && !isShared(answer.link) && !isElsewhere;
    flushSync(() => dispatch({ type: "answered", link, sent, isFolded }));
    const [done, failed] = SAID[busy];
    if (answer.kind === "refused") showError(failed, answer.message);
    // Saved and not saved are not said at the same time.
    else if (!isElsewhere) send("app:toast", { title: t(texts, done), kind: "ok" });
    if (link && !isElsewhere) {
      if (isShared(link)) markLink();
      else places.create.current?.focus();
    }
    if (answer.kind === "done" && busy === "creating") settle(places.body.current, isElsewhere);
  };

  const withForm = (busy: "creating" | "saving", call: (id: string, form: LinkForm) => Promise<Answer>) => {
    if (latest.current.busy !== "no") return;
    const form = toForm(state.link, present, state.choices);
    if (typeof form === "object") {
      void change(busy, () => call(entry, form));
      return;
    }
    flushSync(() => dispatch({ type: "missing", field: form }));
    places[form].current?.focus();
    showError(MISSING[form]);
  };

  return {
    ...state,
    dispatch,
    create: () => withForm("creating", createLink),
    save: () => withForm("saving", saveLink),
    end: async () => {
      const yes = await ask(t(texts, "share.ask"), t(texts, "share.deactivate"), t(texts, "app.cancel"));
      if (yes) await change("ending", () => removeLink(entry, expected(latest.current.link)));
    },
    copy: async (address: string) => {
      try {
        await navigator.clipboard.writeText(address);
        send("app:toast", { title: t(texts, "share.copied"), kind: "ok" });
      } catch {
        // The link is selected, so that the person can copy it.
        markLink();
        showError("share.copy_failed");
      }
    },
  };
}

function settle(body: HTMLElement | null, isElsewhere: boolean): void {
  const dialog = body?.closest("dialog");
  if (!dialog) return;
  if (!isElsewhere) dialog.scrollTop = 0;
  dialog.dataset.settling = "";
  setTimeout(() => delete dialog.dataset.settling, SETTLING);
}
