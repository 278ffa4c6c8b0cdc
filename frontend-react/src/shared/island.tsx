import { type ComponentType, type ReactNode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { type Texts, textsAround } from "./i18n";
import type { Mount, Props } from "./r-island";

/** Props of every widget besides its own. */
export type WidgetProps = { texts: Texts };

let mounted = 0;

/** Makes a widget mountable by `<r-island>`. Texts are in the props, else on the element around (`data-texts`). */
export function island<P extends object>(Widget: ComponentType<P & WidgetProps>): Mount {
  return (root, props, fail) => {
    const reactRoot = createRoot(root, { identifierPrefix: `i${++mounted}`, onUncaughtError: fail });
    let texts: Texts | undefined;

    const render = (given: Props) => {
      texts ??= (given.texts as Texts | undefined) ?? textsAround(root);
      const own = { ...given, texts } as P & WidgetProps;
      reactRoot.render(
        <Ready root={root}>
          <Widget {...own} />
        </Ready>,
      );
    };

    render(props);
    return (next) => {
      if (next) render(next);
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
