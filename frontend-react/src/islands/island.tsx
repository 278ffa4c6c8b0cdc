import { type ComponentType, type ReactNode, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type Texts, textsAround } from "../i18n";
import type { Mount, Props } from "../r-island";
import { keepFocus } from "./keep-focus";

/** What every widget gets besides its own props. */
export type WidgetProps = {
  texts: Texts;
  /** Tells the surrounding form that the widget's value is another one now. */
  changed: () => void;
};

let mounted = 0;

/**
 * Makes a widget mountable by `<r-island>`. New props begin the widget anew, at once, so that the form reads the new
 * values right after giving them. Texts are in the props, else on the element around (`data-texts`).
 */
export function island<P extends object>(Widget: ComponentType<P & WidgetProps>): Mount {
  return (root, props, fail) => {
    const reactRoot = createRoot(root, { identifierPrefix: `i${++mounted}`, onUncaughtError: fail });
    const changed = () => root.dispatchEvent(new CustomEvent("island-change", { bubbles: true }));
    let texts: Texts | undefined;
    let round = 0;

    const render = (given: Props) => {
      texts ??= (given.texts as Texts | undefined) ?? textsAround(root);
      const own = { ...given, texts, changed } as P & WidgetProps;
      reactRoot.render(
        <Ready root={root}>
          <Widget key={++round} {...own} />
        </Ready>,
      );
    };

    render(props);
    return (next) => {
      if (next) keepFocus(root, () => flushSync(() => render(next)));
      else reactRoot.unmount();
    };
  };
}

function Ready({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => {
    if (root.parentElement) root.parentElement.dataset.ready = "";
  }, [root]);
  return children;
}
