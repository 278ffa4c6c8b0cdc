import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import type { Entry } from "../../../shared/domain";
import { type Key, type Texts, t } from "../../../shared/i18n";
import { type Content, picturesOf, samePictures } from "../state/content";
import { useEditor, useEntry } from "../state/context";
import { ServerElement } from "../ui/ServerElement";
import { useObjectUrl } from "../ui/useObjectUrl";
import { placed } from "./arrangement";
import { type Choice, keptParts, type Row, rowsOf, type Sides } from "./conflict";
import { bothRecorded } from "./merge";

/** The main one is first: it leaves out no word of either version. */
const CHOICES: [Choice, Key][] = [
  ["merge", "editor.conflict.merge"],
  ["local", "editor.conflict.keep_mine"],
  ["remote", "editor.conflict.keep_theirs"],
  ["back", "editor.conflict.back"],
];

/** Fetched when the dialog opens. Without it the texts are shown whole and unmarked. */
const Compared = lazy(() => import("./Compared").catch(() => ({ default: Unmarked })));

/** Shows both versions side by side, and only what differs. Closing the dialog leads back to the editor. */
export function ConflictDialog({ dialog }: { dialog: HTMLDialogElement }) {
  const { texts } = useEditor();
  const conflict = useEntry((state) => state.conflict);
  const choice = useRef<Choice>("back");

  useEffect(() => {
    if (!conflict) return;
    choice.current = "back";
    const closed = () => conflict.choose(choice.current);
    dialog.addEventListener("close", closed, { once: true });
    dialog.showModal();
    return () => dialog.removeEventListener("close", closed);
  }, [conflict, dialog]);

  if (!conflict) return null;
  const { local, remote, chosen, exists, answers } = conflict.sides;
  const rows = rowsOf(conflict.sides, texts);
  const stays = exists ? keptParts(conflict.sides) : [];
  const close = (name: Choice) => {
    choice.current = name;
    dialog.close();
  };
  return (
    <ServerElement
      place={dialog}
      attributes={{ class: "editor-conflict dialog conflict", "aria-labelledby": "conflict-title" }}
    >
      {/* The heading has the focus, so that the dialog starts at its top; the first button is below the whole content. */}
      <div className="conflict-head">
        <h2 id="conflict-title" tabIndex={-1} ref={(heading) => heading?.setAttribute("autofocus", "")}>
          {t(texts, exists ? "editor.conflict.exists_title" : "editor.conflict.title")}
        </h2>
        <button type="button" className="icon-button" aria-label={t(texts, "app.close")} onClick={() => close("back")}>
          <X aria-hidden size={20} strokeWidth={1.75} />
        </button>
      </div>
      <p>
        {t(texts, "editor.conflict.text")}
        {stays.length > 0 && " "}
        {stays.length > 0 &&
          t(texts, "editor.conflict.stays", { parts: stays.map((label) => t(texts, label)).join(", ") })}
      </p>
      <div className="conflict-sides">
        <Side label="editor.conflict.mine" content={local} at={1} sides={conflict.sides} rows={rows} />
        <Side label="editor.conflict.theirs" content={remote} at={2} sides={conflict.sides} rows={rows} />
      </div>
      {bothRecorded(local) && <p>{t(texts, "editor.conflict.recordings")}</p>}
      {!answers && <p>{t(texts, "editor.reflection.not_loaded")}</p>}
      {chosen !== remote.visibility && (
        <p className="conflict-readers">
          {t(texts, "editor.conflict.readers", { visibility: t(texts, `visibility.${local.visibility}`) })}
        </p>
      )}
      <div className="conflict-choices">
        {CHOICES.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={name === "merge" ? "button button-main" : name === "back" ? "button button-quiet" : "button"}
            onClick={() => close(name)}
          >
            {t(texts, label)}
          </button>
        ))}
      </div>
    </ServerElement>
  );
}

function Unmarked({ own }: { own: string; other: string }) {
  return <>{own}</>;
}

type SideProps = { label: Key; content: Content; at: 1 | 2; sides: Sides; rows: Row[] };

function Side({ label, content, at, sides: { local, remote, entry }, rows }: SideProps) {
  const { texts } = useEditor();
  const none = t(texts, "editor.conflict.empty");
  const other = content === local ? remote : local;
  const compared = (own: string, other: string) => (
    <Suspense fallback={own}>{own ? <Compared own={own} other={other} /> : none}</Suspense>
  );
  const field = (row: Row) => [
    <dt key={row[0]}>{t(texts, row[0])}</dt>,
    <dd key={`${row[0]}:`} className={row[0] === "editor.emojis_label" && row[at] ? "emojis" : undefined}>
      {compared(row[at], row[at === 1 ? 2 : 1])}
    </dd>,
  ];
  const readers = rows.find(([label]) => label === "visibility.label");
  return (
    <div className="conflict-side" data-side={at === 1 ? "local" : "remote"}>
      <h3 id={`conflict-${at}`}>{t(texts, label)}</h3>
      {/* In sight however long the text is. */}
      {readers && <dl className="conflict-fields conflict-visibility">{field(readers)}</dl>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long version is scrolled with the keyboard. */}
      <section className="conflict-content" tabIndex={0} aria-labelledby={`conflict-${at}`}>
        {local.text.trim() !== remote.text.trim() && (
          <p className="conflict-text">{compared(content.text.trim(), other.text.trim())}</p>
        )}
        <dl className="conflict-fields">
          {rows.filter((row) => row !== readers).flatMap(field)}
          {!samePictures(local, remote) && <Photos content={content} entry={entry} texts={texts} />}
        </dl>
      </section>
    </div>
  );
}

/** Thumbnails in their order, with descriptions and a mark on the main one. */
function Photos({ content, entry, texts }: { content: Content; entry: Entry; texts: Texts }) {
  const saved = picturesOf(entry);
  const { shown, main } = placed(content);
  return (
    <>
      <dt>{t(texts, "editor.photos_label")}</dt>
      <dd className="conflict-photos">
        {shown.length === 0 && <span>{t(texts, "editor.conflict.empty")}</span>}
        {shown.map(({ picture, alt }, at) => {
          const said = [at === main && shown.length > 1 && t(texts, "editor.dropzone.main"), alt.trim()];
          const address = picture instanceof File ? picture : saved.find(({ url }) => url === picture)?.thumbnailUrl;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: both versions stay as they are while they are shown.
            <figure key={at} className="conflict-photo">
              <Thumbnail of={address || picture} name={t(texts, "editor.dropzone.saved_preview", { n: at + 1 })} />
              <figcaption>{said.filter(Boolean).join(" · ")}</figcaption>
            </figure>
          );
        })}
      </dd>
    </>
  );
}

function Thumbnail({ of, name }: { of: string | File; name: string }) {
  const made = useObjectUrl(of instanceof File ? of : null);
  return <img src={of instanceof File ? made : of} alt={name} />;
}
