import { Fragment, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { call } from "../../shared/auth";
import { type Texts, t } from "../../shared/i18n";
import { markWords } from "../assistant/mark";
import { EMPTY, sourceOf } from "./content";
import { useEditor, useEntry, useSaveHooks } from "./context";
import type { Editor } from "./session";
import { dayAndTime } from "./times";
import { restoreVersion, type Version, type VersionWords } from "./versions";

type Props = { editor: Editor; block: HTMLDetailsElement; mark: HTMLElement | null };

type Shown = { is: "nothing" } | { is: "failed" } | { is: "loaded"; versions: Version[] };

/** Earlier versions of the entry: loaded when the block is opened, put into the form when one is chosen. */
export function VersionList({ editor, block, mark }: Props) {
  const { texts } = useEditor();
  const [shown, show] = useState<Shown>({ is: "nothing" });
  const load = useCallback(async () => {
    if (!block.open) return;
    try {
      show({ is: "loaded", versions: await read<Version[]>(addressOf(editor, block)) });
    } catch (error) {
      console.error(error);
      show({ is: "failed" });
    }
  }, [editor, block]);
  useSaveHooks({ saved: () => void load() });
  useEffect(() => {
    const toggled = () => void load();
    block.addEventListener("toggle", toggled);
    return () => block.removeEventListener("toggle", toggled);
  }, [block, load]);

  const restore = async (version: Version) => {
    try {
      const whole = version.isCut ? await read<Version>(`${addressOf(editor, block)}/${version.version}`) : version;
      await restoreVersion(editor, whole);
    } catch (error) {
      console.error(error);
      editor.notify("version", editor.text("editor.versions.failed"), []);
    }
  };

  return createPortal(
    <div className="versions">
      {shown.is === "failed" && <p>{t(texts, "editor.versions.failed")}</p>}
      {shown.is === "loaded" && shown.versions.length === 0 && <p>{t(texts, "editor.versions.none")}</p>}
      {shown.is === "loaded" && shown.versions.length > 0 && (
        <ol className="versions-list">
          {shown.versions.map((version) => (
            <li key={version.version} className="version">
              <h3 className="version-title">
                {t(texts, "editor.versions.from", { time: dayAndTime(Date.parse(version.replacedAt)) })}
              </h3>
              <p className="version-text">{version.text.trim() || t(texts, "editor.conflict.empty")}</p>
              <Fields version={version} texts={texts} mark={mark} />
              <button type="button" className="button version-restore" onClick={() => void restore(version)}>
                {t(texts, "editor.versions.restore")}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>,
    block,
  );
}

function addressOf(editor: Editor, { dataset }: HTMLElement): string {
  return dataset.href || `/api/entries/${editor.target.entryId}/versions`;
}

async function read<T>(href: string): Promise<T> {
  const answer = await call(href);
  if (!answer.ok) throw new Error(`versions: ${answer.status}`);
  return answer.json();
}

const LABELS = {
  summary: "editor.summary_label",
  topMoment: "editor.top_moment_label",
  audioTranscript: "editor.transcript_label",
} as const;

const FIELDS = ["summary", "topMoment", "audioTranscript"] as const;

/** The other texts that restoring the version would change. A summary has the same mark as in its row. */
function Fields({ version, texts, mark }: { version: Version; texts: Texts; mark: HTMLElement | null }) {
  const now = useEntry((state) => state.content);
  const then: VersionWords = { ...EMPTY, ...version };
  const source = sourceOf(then);
  return (
    <dl className="version-fields">
      {FIELDS.filter((name) => (then[name] + now[name]).trim()).map((name) => (
        <Fragment key={name}>
          <dt>{t(texts, LABELS[name])}</dt>
          <dd>
            {then[name].trim() || t(texts, "editor.conflict.empty")}
            {name === "summary" && source && (
              <>
                {" "}
                <span className="ai-mark">{mark ? markWords(mark, source) : ""}</span>
              </>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
