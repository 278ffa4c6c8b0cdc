import * as Tooltip from "@radix-ui/react-tooltip";
import type { ReactElement, ReactNode } from "react";

/** Spec 9. */
const DELAY = 700;
const SKIP_DELAY = 300;

/** Around everything that has tips, so that the second one comes at once. */
export function Tips({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </Tooltip.Provider>
  );
}

/** Words that come beside a button when somebody rests on it or walks there by keyboard. */
export function Tip({ words, children }: { words: string; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      {/* Where it belongs, not at the page's end: there it would be outside of every landmark. */}
      <Tooltip.Content className="tip" side="top" sideOffset={6} collisionPadding={8}>
        {words}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
