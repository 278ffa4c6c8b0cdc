import { forgetToken } from "../../../auth";
import type { Question, ReflectionAnswer } from "../../../domain";
import { on } from "../../../events";
import { island } from "../../../islands/island";
import type { Mount } from "../../../r-island";
import { askSignIn } from "../../../sign-in";
import type { PendingAnswer } from "../answers";
import { ReflectionBlock } from "./ReflectionBlock";
import { Reflection } from "./reflection";

type Given = { questions?: Question[]; answers?: ReflectionAnswer[]; entryId?: string; pending?: PendingAnswer[] };

const mountBlock = island(ReflectionBlock);

/** New props are pending answers. They are put into the existing block, so that no field loses the caret. */
export const mount: Mount = (root, props, fail) => {
  const { questions = [], answers = [], entryId, pending } = props as Given;
  const form = root.closest<HTMLElement>("entry-form");
  const reflection = new Reflection({
    questions,
    answers,
    answered: entryId ?? null,
    entryId: () => form?.dataset.entryId || null,
    ticket: () => form?.dataset.ticket ?? "",
    changed: () => root.dispatchEvent(new CustomEvent("island-change", { bubbles: true })),
  });
  const take = (answers: PendingAnswer[] = []) => {
    reflection.take(answers);
    const fold = root.closest("details");
    if (fold && answers.length > 0) fold.open = true;
  };
  if (pending) take(pending);
  const unmount = mountBlock(root, { ...props, reflection }, fail);
  const ended = new AbortController();
  watch(reflection, root, form, ended.signal);
  return (next) => {
    if (next) return take((next as Given).pending);
    ended.abort();
    unmount(undefined);
  };
};

function watch(reflection: Reflection, root: HTMLElement, form: HTMLElement | null, signal: AbortSignal): void {
  const flush = () => void reflection.flush();
  const options = { signal };
  root
    .closest("form")
    ?.addEventListener(
      "formdata",
      ({ formData }) => formData.set("reflectionAnswers", JSON.stringify(reflection.pending)),
      options,
    );
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush(), options);
  window.addEventListener("pagehide", flush, options);
  window.addEventListener("online", flush, options);
  const signedIn = on("app:signed-in", ({ userId }) => {
    if (userId !== form?.dataset.userId) return;
    forgetToken();
    flush();
  });
  const asked = reflection.subscribe(() => askFor(reflection));
  const moved = new MutationObserver(() => reflection.moved());
  if (form) moved.observe(form, { attributeFilter: ["data-entry-id"] });
  signal.addEventListener("abort", () => {
    signedIn();
    asked();
    moved.disconnect();
    reflection.stop();
  });
}

/** Questions for which the dialog was opened already. */
const asked = new WeakSet<object>();

/** Opens the sign-in dialog on this page; the answers stay in their fields. */
function askFor(reflection: Reflection): void {
  const refused = reflection.shown().cards.find((card) => card.state === "unauthorized");
  if (!refused || asked.has(refused)) return;
  asked.add(refused);
  askSignIn();
}
