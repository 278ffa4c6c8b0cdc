// The outcome of a save, by the server's answer. The form, the outbox and the save for another day have tests of their own.
import { beforeEach, expect, test } from "vitest";
import { DATE, entry, freshEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import type { Sent } from "../../../test/xhr";
import { type Content, contentOf, EMPTY } from "../state/content";
import { deliver } from "./deliver";
import { newSave, type Save } from "./save";

let sent: Sent[];
beforeEach(async () => {
  sent = await freshEditor();
});

const words = (text: string): Content => contentOf({ ...EMPTY, text });
const answers = [{ questionId: "calm", answer: "Der See", previous: "" }];
const answered = { ...words("Im Zug"), reflectionAnswers: answers };
const photo = { ...words("Im Zug"), files: [file("a.jpg", { bytes: 1 })] };
const saveOf = (content: Content, entryId: string | null = null): Save =>
  newSave(content, { date: DATE, entryId, version: entryId ? 1 : null, ticket: "ticket" });
const twice = (save: Save): Save => ({ ...save, unfinishedUploads: 2 });

const same = entry({ text: "Im Zug" });
const other = entry({ text: "Vom Telefon" });
const exists = (detail: object) => (it: Sent) => it.answer(409, { code: "entry_exists", message: "…", detail });
const stale = (detail: object) => (it: Sent) => it.answer(409, { code: "stale", message: "…", detail });
const ok = (it: Sent) => it.answer(200, same);

type Row = {
  save?: Save;
  /** The content by the time of the answer; otherwise what was sent. */
  now?: Content;
  answer: (it: Sent) => void;
  is: object;
  /** Pending work besides the save itself; false: nothing. */
  pending?: Partial<Save> | false;
};

const text = saveOf(words("Im Zug"));
const update = saveOf(answered, "entry-1");
const files = saveOf(photo);
const whole = { kind: "saved", hasMore: false, wasThere: false, rest: { text: "Im Zug", reflectionAnswers: [] } };

const table: Record<string, Row> = {
  "a saved text leaves nothing": { answer: ok, is: whole },
  "what was changed since is left": {
    now: words("Im Zug, später"),
    answer: ok,
    is: { kind: "saved", hasMore: true, rest: { text: "Im Zug, später" } },
  },
  "a photo that was sent is a saved one in what is left": {
    save: files,
    now: { ...photo, text: "Im Zug, später" },
    answer: (it) => it.answer(201, entry({ text: "Im Zug", images: [picture("1")], imageUrls: [picture("1").url] })),
    is: { hasMore: true, rest: { text: "Im Zug, später", files: [], images: [picture("1").url] } },
  },
  "the answers of a new entry are saved with it": { save: saveOf(answered), answer: ok, is: whole },
  "the answers of an existing entry are left": {
    save: update,
    answer: ok,
    is: { ...whole, rest: { reflectionAnswers: answers } },
  },
  "also where its text was changed since": {
    save: update,
    now: { ...answered, text: "Im Zug, später" },
    answer: ok,
    is: { hasMore: true, rest: { text: "Im Zug, später", reflectionAnswers: answers } },
  },
  "another entry of the day is a conflict": {
    answer: exists(other),
    is: { kind: "conflict", exists: true, remote: { text: "Vom Telefon" } },
    pending: false,
  },
  "so is a newer version": {
    save: update,
    answer: stale(other),
    is: { kind: "conflict", exists: false, remote: { text: "Vom Telefon" } },
    pending: false,
  },
  "so are other readers": {
    save: update,
    answer: (it) =>
      it.answer(409, { code: "visibility_changed", message: "…", detail: { ...same, visibility: "public" } }),
    is: { kind: "conflict", remote: { visibility: "public" } },
    pending: false,
  },
  "an entry with the same content is none, and the answers are left": {
    save: saveOf(answered),
    answer: exists(same),
    is: { kind: "saved", hasMore: false, wasThere: true, rest: { reflectionAnswers: answers } },
  },
  "neither is one with what is there by now": {
    now: words("Vom Telefon"),
    answer: stale(other),
    is: { kind: "saved", hasMore: false, wasThere: true, rest: { text: "Vom Telefon" } },
  },
  "a refusal ends the save": {
    answer: (it) => it.answer(409, { code: "not_today", message: "Nur für heute." }),
    is: { kind: "refused", code: "not_today", message: "Nur für heute." },
    pending: false,
  },
  "a deleted entry is a refusal": {
    save: update,
    answer: (it) => it.answer(404, { code: "entry_not_found", message: "Weg." }),
    is: { kind: "refused", code: "entry_not_found" },
    pending: false,
  },
  "without a connection the same is sent again": { answer: (it) => it.lose(), is: { kind: "offline" }, pending: {} },
  "an upload that had not started does not count": {
    save: files,
    answer: (it) => it.lose(),
    is: { kind: "offline", moved: false },
    pending: { unfinishedUploads: undefined },
  },
  "one that had counts": {
    save: files,
    answer: (it) => {
      it.progress(30, 100);
      it.lose();
    },
    is: { kind: "offline", moved: true },
    pending: { unfinishedUploads: 1 },
  },
  "the third one in a row needs a decision": {
    save: twice(files),
    answer: (it) => it.answer(504, "<html>Gateway Timeout</html>"),
    is: { kind: "unclear" },
    pending: { unfinishedUploads: 3, needsDecision: true },
  },
  "a text is sent again however often": {
    save: twice(text),
    answer: (it) => it.answer(503, { code: "unavailable", message: "Gerade nicht." }),
    is: { kind: "unclear", message: "Gerade nicht." },
    pending: { unfinishedUploads: 2, needsDecision: undefined },
  },
  "a page of the network is no answer": {
    answer: (it) => it.answer(200, "<html>Willkommen im WLAN</html>"),
    is: { kind: "unclear", message: undefined },
    pending: {},
  },
  "a proxy's 413 says that it is too large": {
    save: files,
    answer: (it) => it.answer(413, "<html>Too Large</html>"),
    is: { kind: "unclear", tooLarge: true },
    pending: { unfinishedUploads: 1 },
  },
  "after the end of the session the same is sent again": {
    save: update,
    answer: (it) => it.answer(401, { code: "unauthenticated" }),
    is: { kind: "signed_out" },
    pending: {},
  },
  "what was meant for another person needs a decision": {
    save: update,
    answer: (it) => it.answer(401, { code: "account_mismatch" }),
    is: { kind: "other_person" },
    pending: { needsDecision: true },
  },
};

test.each(Object.entries(table))("%s", async (_, { save = text, now = save.content, answer, is, pending }) => {
  const delivery = deliver(save, { userId: USER, now: () => now });
  await eventually(() => expect(sent).toHaveLength(1));
  if (sent[0]) answer(sent[0]);
  const found = await delivery;
  expect(found).toMatchObject(is);
  if (pending === undefined) return;
  expect("pendingSave" in found && found.pendingSave).toEqual(pending && { ...save, ...pending });
});

test("a cancelled save may have arrived, so it needs a decision", async () => {
  const cancel = new AbortController();
  const delivery = deliver(files, { userId: USER, now: () => photo }, { progress: () => {}, signal: cancel.signal });
  await eventually(() => expect(sent).toHaveLength(1));
  cancel.abort();
  expect(await delivery).toEqual({ kind: "cancelled", pendingSave: { ...files, needsDecision: true } });
});
