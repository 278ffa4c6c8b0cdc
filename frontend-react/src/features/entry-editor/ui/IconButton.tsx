import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

type Props = ComponentProps<"button"> & { icon: LucideIcon; label: string; size?: number };

/** A button whose icon has its label read aloud. */
export function IconButton({ icon: Icon, label, size = 20, ...button }: Props) {
  return (
    <button type="button" className="icon-button" aria-label={label} {...button}>
      <Icon aria-hidden size={size} strokeWidth={1.75} />
    </button>
  );
}
