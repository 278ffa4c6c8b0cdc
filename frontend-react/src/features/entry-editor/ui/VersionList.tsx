import { Fragment, useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../shared/auth";
import { t } from "../../../shared/i18n";
import { markWords } from "../../assistant/mark";
import { EMPTY, sourceOf } from "../state/content";
import { useEditor, useEntry, useSaveHooks } from "../state/context";
import type { Editor } from "../state/session";
import { dayAndTime } from "../times";
import { Mark } from "./Mark";
import { useListener } from "./useListener";
import { restoreVersion, type TextChange, type Version, type VersionWords } from "./versions";

/** Earlier versions of the entry: loaded when the block is opened, put into the form when one is chosen. */
export function VersionList({ editor }: { editor: Editor }) {
  const { texts } = useEditor();
  const block = editor.places.versions;
  const [versions, show] = useState<Version[] | "failed">();
  const load = async () => {
    if (!block?.open) return;
    try {
      show(await read<Version[]>(addressOf(editor)));
    } catch (error) {
      console.error(error);
      show("failed");
    }
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => void loadFirst(), []);
  useListener(block, "toggle", () => void load());
  useSaveHooks({ saved: () => void load() });

  return (
    <div className="versions">
      {versions === "failed" && <p>{t(texts, "editor.versions.failed")}</p>}
      {versions?.length === 0 && <p>{t(texts, "editor.versions.none")}</p>}
      {Array.isArray(versions) && versions.length > 0 && (
        <>
          {versions.some(isCompared) && <p className="field-hint">{t(texts, "editor.versions.legend")}</p>}
          <ol className="versions-list">
            {versions.map((version) => (
              <Item key={version.version} editor={editor} version={version} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const isCompared = ({ changes }: Version) => Object.keys(changes ?? {}).length > 0;

/** The changes of the next save, or the whole version. */
function Item({ editor, version }: { editor: Editor; version: Version }) {
  const { texts } = useEditor();
  const mark = editor.places.summary?.mark ?? null;
  const [full, setFull] = useState<Version>();
  const showsChanges = !full && isCompared(version);
  const whole = async (): Promise<Version | undefined> => {
    try {
      return version.isCut ? await read<Version>(`${addressOf(editor)}/${version.version}`) : version;
    } catch (error) {
      console.error(error);
      editor.notify("version", editor.text("editor.versions.failed"), []);
      return undefined;
    }
  };
  const restore = async () => {
    const all = full ?? (version.isCut ? await whole() : version);
    if (all) await restoreVersion(editor, all);
  };
  return (
    <li className="version">
      <h3 className="version-title">
        {t(texts, "editor.versions.from", { time: dayAndTime(Date.parse(version.replacedAt)) })}
      </h3>
      {showsChanges ? <Changes version={version} mark={mark} /> : <Texts version={full ?? version} mark={mark} />}
      <div className="version-actions">
        {(showsChanges || full) && (
          <button
            type="button"
            className="button button-quiet"
            onClick={async () => setFull(full ? undefined : await whole())}
          >
            {t(texts, full ? "entry.versions.less" : "editor.versions.whole")}
          </button>
        )}
        <button type="button" className="button version-restore" onClick={() => void restore()}>
          {t(texts, "editor.versions.restore")}
        </button>
      </div>
    </li>
  );
}

function addressOf(editor: Editor): string {
  return editor.places.versions?.dataset.href || `/api/entries/${editor.target.entryId}/versions`;
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

type PartProps = { version: Version; mark: HTMLElement | null };

function Changes({ version, mark }: PartProps) {
  const { texts } = useEditor();
  const changes = version.changes ?? {};
  return (
    <>
      {changes.text && <Changed changes={changes.text} />}
      {FIELDS.map(
        (name) =>
          changes[name] && (
            <Fragment key={name}>
              <h4 className="entry-label">{t(texts, LABELS[name])}</h4>
              <Changed changes={changes[name]} />
              {name === "summary" && <SourceMark version={version} mark={mark} />}
            </Fragment>
          ),
      )}
    </>
  );
}

function Changed({ changes }: { changes: TextChange[] }) {
  const { texts } = useEditor();
  return (
    <p className="version-text">
      {changes.map(({ kind, text }, at) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: an earlier version does not change.
        if (kind === "same") return text;
        if (kind !== "folded") return <Mark key={at} kind={kind} text={text} />;
        return (
          <span key={at} className="folded-text" role="img" aria-label={t(texts, "editor.differences.folded")}>
            {"…"}
          </span>
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
      })}
    </p>
  );
}

/** Everything that restoring the version would change. A summary has the same mark as in its row. */
function Texts({ version, mark }: PartProps) {
  const { texts } = useEditor();
  const now = useEntry((state) => state.content);
  const then: VersionWords = { ...EMPTY, ...version };
  const none = t(texts, "editor.conflict.empty");
  return (
    <>
      <p className="version-text">{then.text.trim() || none}</p>
      <dl className="version-fields">
        {FIELDS.filter((name) => (then[name] + now[name]).trim()).map((name) => (
          <Fragment key={name}>
            <dt>{t(texts, LABELS[name])}</dt>
            <dd>
              {then[name].trim() || none}
              {name === "summary" && <SourceMark version={version} mark={mark} />}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function SourceMark({ version, mark }: PartProps) {
  const source = sourceOf({ ...EMPTY, ...version });
  return (
    source && (
      <>
        {" "}
        <span className="ai-mark">{mark ? markWords(mark, source) : ""}</span>
      </>
    )
  );
}
