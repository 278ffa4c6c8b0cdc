import * as Radix from "@radix-ui/react-toast";
import type { Toast } from "../../shared/events";

export function ToastAction({ action }: { action: NonNullable<Toast["action"]> }) {
  if ("href" in action) {
    return (
      <Radix.Action className="button toast-action" altText={action.label} asChild>
        <a href={action.href}>{action.label}</a>
      </Radix.Action>
    );
  }
  return (
    <Radix.Action
      className="button toast-action"
      altText={action.label}
      onClick={() => window.dispatchEvent(new CustomEvent(action.event, { detail: action.detail }))}
    >
      {action.label}
    </Radix.Action>
  );
}
