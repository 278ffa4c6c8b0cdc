import { Copy, ExternalLink, Sparkles } from "lucide-react";
import { useEffect, useRef } from "react";
import { send } from "../../shared/events";
import { type Texts, t } from "../../shared/i18n";
import { LINKEDIN_POST } from "../../shared/limits";
import { length } from "../entry-editor/state/counter";
import type { Post } from "./calls";

/** LinkedIn has no documented address that takes a text; its app may drop it, so the text is copied as well. */
const SHARE = "https://www.linkedin.com/feed/?shareActive=true&text=";
/** The source of what no service made (`domain/src/assistant.rs`). */
const LOCAL = "local";

type Props = {
  made: Post | undefined;
  isBusy: boolean;
  /** How many posts were made on this page. */
  generated: number;
  change: (post: string) => void;
  texts: Texts;
};

export function PostCard({ made, isBusy, generated, change, texts }: Props) {
  const card = useRef<HTMLElement>(null);
  const isShown = made !== undefined;
  // On a phone the card is below the form. Before the post is there the page may be too short to scroll so far.
  useEffect(() => {
    const top = card.current?.getBoundingClientRect().top ?? 0;
    if (generated > 0 && isShown && (top < 0 || top > innerHeight / 2))
      card.current?.scrollIntoView({ block: "start" });
  }, [generated, isShown]);
  return (
    <section className="linkedin-card linkedin-post" aria-labelledby="linkedin-post" ref={card}>
      <h2 id="linkedin-post">{t(texts, "linkedin.post_title")}</h2>
      <div role="status">
        {!made && (
          <p className="linkedin-soft linkedin-place">
            <Sparkles aria-hidden size={28} strokeWidth={1.5} />
            {t(texts, isBusy ? "linkedin.generating" : "linkedin.empty")}
          </p>
        )}
        {made && <span className="ai-mark">{markOf(made, texts)}</span>}
      </div>
      {made && <Draft post={made.post} change={change} texts={texts} />}
    </section>
  );
}

function markOf({ postSource }: Post, texts: Texts): string {
  if (postSource === LOCAL) return t(texts, "linkedin.made_here");
  return t(texts, "linkedin.made_by", { provider: postSource });
}

function Draft({ post, change, texts }: { post: string; change: (post: string) => void; texts: Texts }) {
  const count = length(post);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(post);
      const [title, description] = [t(texts, "linkedin.copied_title"), t(texts, "linkedin.copied_text")];
      send("app:toast", { title, description, kind: "ok" });
    } catch {
      const [title, description] = [t(texts, "linkedin.failed_title"), t(texts, "linkedin.copy_failed")];
      send("app:toast", { title, description, kind: "error" });
    }
  };
  return (
    <>
      {/* Above the text, since a toast stands at the end of the window. */}
      <div className="linkedin-buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy aria-hidden size={18} strokeWidth={1.75} />
          {t(texts, "linkedin.copy")}
        </button>
        {/* A link: no browser takes it for an unwanted window. */}
        <a
          className="button button-main"
          href={SHARE + encodeURIComponent(post)}
          target="_blank"
          rel="noopener noreferrer"
          aria-describedby="linkedin-share-hint"
          onClick={() => void copy()}
        >
          <ExternalLink aria-hidden size={18} strokeWidth={1.75} />
          {t(texts, "linkedin.share")}
        </a>
      </div>
      <p className="field-hint" id="linkedin-share-hint">
        {t(texts, "linkedin.share_hint")}
      </p>
      <div className="field">
        <label className="visually-hidden" htmlFor="linkedin-draft">
          {t(texts, "linkedin.post_label")}
        </label>
        <textarea
          id="linkedin-draft"
          className="input linkedin-draft"
          dir="auto"
          value={post}
          aria-describedby="linkedin-draft-hint linkedin-count"
          aria-invalid={count > LINKEDIN_POST || undefined}
          onChange={(event) => change(event.target.value)}
        />
        <div className="linkedin-draft-foot">
          <p className="field-hint" id="linkedin-draft-hint">
            {t(texts, "linkedin.post_hint")}
          </p>
          <p className={count > LINKEDIN_POST ? "field-error" : "field-hint"} id="linkedin-count">
            {t(texts, "linkedin.count", { n: count, max: LINKEDIN_POST })}
          </p>
        </div>
      </div>
    </>
  );
}
