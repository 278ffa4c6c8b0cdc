import * as Radix from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type Texts, t } from "../../shared/i18n";
import { type Shown, type Toasts, visible } from "./store";
import { ToastAction } from "./ToastAction";

/** Spec 9. */
const DURATION = 5000;
const SWIPE_THRESHOLD = 50;
const HOTKEY = ["F8"];

type Props = { texts: Texts; toasts: Toasts };

export function Toaster({ texts, toasts }: Props) {
  const all = useSyncExternalStore(toasts.listen, toasts.list);
  const now = visible(all);
  // Closed ones are on their way out.
  const shown = all.filter((toast) => toast === now || !toast.open);
  // Radix would announce each toast a second time, so its words go into an element outside of the page.
  const [silent] = useState(() => document.createElement("div"));

  return (
    <Radix.Provider
      duration={DURATION}
      swipeThreshold={SWIPE_THRESHOLD}
      swipeDirection="right"
      label={t(texts, "toast.close")}
      announcerContainer={silent}
    >
      {shown.map((toast) => (
        <ShownToast key={toast.id} toast={toast} texts={texts} close={() => toasts.dismiss(toast.id)} />
      ))}
      <Radix.Viewport className="toast-list" hotkey={HOTKEY} label={t(texts, "toast.region")} />
      <Spoken toast={now} />
    </Radix.Provider>
  );
}

function ShownToast({ toast, texts, close }: { toast: Shown; texts: Texts; close: () => void }) {
  const Icon = toast.kind === "error" ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      className="toast"
      data-kind={toast.kind ?? "ok"}
      open={toast.open}
      duration={(toast.action || toast.also) && !toast.passing ? Number.POSITIVE_INFINITY : undefined}
      onOpenChange={(open) => !open && close()}
    >
      <Icon className="toast-icon" aria-hidden size={20} strokeWidth={1.75} />
      <div className="toast-words">
        <Radix.Title className="toast-title">{toast.title}</Radix.Title>
        {(toast.description || toast.also) && (
          <Radix.Description className="toast-text">
            {toast.description && <span>{toast.description}</span>}{" "}
            {toast.also && <a href={toast.also.href}>{toast.also.label}</a>}
          </Radix.Description>
        )}
      </div>
      {toast.action && <ToastAction action={toast.action} />}
      <Radix.Close className="icon-button" aria-label={t(texts, "toast.close")}>
        <X aria-hidden size={18} strokeWidth={1.75} />
      </Radix.Close>
    </Radix.Root>
  );
}

/** The text of the newest toast for screen readers. The region must exist before its text, or it is not announced. */
function Spoken({ toast }: { toast: Shown | undefined }) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(
      () => setWords(toast ? [toast.title, toast.description].filter(Boolean).join(". ") : ""),
      100,
    );
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}
