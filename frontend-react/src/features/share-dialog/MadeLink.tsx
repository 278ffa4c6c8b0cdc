import { Copy, Share2 } from "lucide-react";
import type { Ref } from "react";
import type { LinkView } from "../../shared/domain";
import { type Key, type Texts, t } from "../../shared/i18n";

/** Services that can send the link with one click, by label. */
const TARGETS: [Key, (words: string, url: string) => string][] = [
  ["share.whatsapp", (words, url) => `https://wa.me/?text=${words}%20${url}`],
  ["share.facebook", (words, url) => `https://www.facebook.com/sharer/sharer.php?u=${url}&quote=${words}`],
  ["share.twitter", (words, url) => `https://twitter.com/intent/tweet?text=${words}&url=${url}`],
  ["share.telegram", (words, url) => `https://t.me/share/url?url=${url}&text=${words}`],
];

type Props = {
  link: LinkView;
  address: string;
  /** The message sent along with the link. */
  words: string;
  copy: (address: string) => Promise<void>;
  /** Whether another button is the main one. */
  isQuiet: boolean;
  field: Ref<HTMLInputElement>;
  texts: Texts;
};

/** How the link is, and where to send it. */
export function MadeLink({ link, address, words, copy, isQuiet, field, texts }: Props) {
  return (
    <div className="stack">
      {link.isOver && (
        <p className="alert" role="status">
          {t(texts, "share.over")}
        </p>
      )}
      {link.pinFailures && (
        <p className="alert" role="status">
          {link.pinFailures}
        </p>
      )}
      <div className="field">
        <label className="field-label" htmlFor="share-link">
          {t(texts, "share.link")}
        </label>
        <input className="input share-link" id="share-link" type="text" readOnly value={address} ref={field} />
      </div>
      {!link.isClosed && (
        <div className="stack">
          <div className="row share-actions">
            <button
              type="button"
              className={isQuiet ? "button" : "button button-main"}
              data-told={t(texts, "share.copied")}
              onClick={() => void copy(address)}
            >
              <Copy className="icon" aria-hidden />
              <span data-label>{t(texts, "share.copy")}</span>
            </button>
            {typeof navigator.share === "function" && (
              // Closing the sheet without sharing is not an error.
              <button
                type="button"
                className="button"
                onClick={() => navigator.share({ text: words, url: address }).catch(() => {})}
              >
                <Share2 className="icon" aria-hidden />
                {t(texts, "share.sheet")}
              </button>
            )}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: no fields to fill in */}
          <div className="share-targets" role="group" aria-label={t(texts, "share.targets")}>
            {TARGETS.map(([label, place]) => (
              <a
                className="button"
                key={label}
                href={place(encodeURIComponent(words), encodeURIComponent(address))}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t(texts, label)}
                <span className="visually-hidden">{t(texts, "share.new_window")}</span>
              </a>
            ))}
          </div>
        </div>
      )}
      {link.opened && <p className="share-opened">{link.opened}</p>}
    </div>
  );
}
