import { RotateCcw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { type Texts, t } from "../i18n";

type Props = { texts: Texts; children: ReactNode };

/** Stands in for a widget that broke: says what is safe and offers to load the page again, which brings the draft back. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    const { texts, children } = this.props;
    if (!this.state.broken) return children;
    return (
      <div className="widget-broken" role="alert">
        <p>{t(texts, "editor.broken.text")}</p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          <RotateCcw aria-hidden size={20} strokeWidth={1.75} />
          {t(texts, "editor.broken.reload")}
        </button>
      </div>
    );
  }
}
