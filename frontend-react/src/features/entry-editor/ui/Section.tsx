import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  Component as ReactComponent,
  Suspense,
  useLayoutEffect,
} from "react";
import { parse, type Texts, t } from "../../../shared/i18n";

export type Load = () => Promise<{ default: ComponentType<Record<string, unknown>> }>;

type Props = {
  load: Load;
  /** The server's element around the skeleton. */
  slot: HTMLElement;
  texts: Texts;
};

type State = { Widget: LazyExoticComponent<ComponentType<Record<string, unknown>>>; isFailed: boolean };

/**
 * Fetches a section and shows it in the place of the server's skeleton. One that fails leaves the rest of the editor alone: the
 * state keeps its value, and a button loads it again.
 */
export class Section extends ReactComponent<Props, State> {
  override state: State = { Widget: lazy(this.props.load), isFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isFailed: true };
  }

  override componentDidCatch(): void {
    this.props.slot.dataset.failed = "";
  }

  #again = (): void => {
    const { slot, load } = this.props;
    delete slot.dataset.failed;
    slot.tabIndex = -1;
    slot.focus();
    this.setState({ Widget: lazy(load), isFailed: false });
  };

  override render() {
    const { slot, texts } = this.props;
    const { Widget, isFailed } = this.state;
    if (isFailed) {
      return (
        <div className="notice editor-notice" role="alert">
          <p>{t(texts, "editor.widget.failed")}</p>
          <button type="button" className="button" onClick={this.#again}>
            {t(texts, "editor.widget.again")}
          </button>
        </div>
      );
    }
    return (
      <Suspense fallback={null}>
        <Widget {...parse<Record<string, unknown>>(slot.dataset.props, {})} />
        <Ready slot={slot} />
      </Suspense>
    );
  }
}

/** Hides the skeleton in the same frame in which the section comes. */
function Ready({ slot }: { slot: HTMLElement }) {
  useLayoutEffect(() => {
    slot.dataset.ready = "";
    return () => {
      delete slot.dataset.ready;
    };
  }, [slot]);
  return null;
}
