import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReflectionAnswer, Visibility } from "../../../shared/domain";
import type { Calls, Removal, Result } from "../save/answer-calls";
import { Reflection } from "./reflection";

const questions = Array.from({ length: 12 }, (_, at) => ({ id: `q${at}`, question: `Frage ${at}?` }));

const saved = (questionId: string, answer: string): ReflectionAnswer => ({
  id: `id-${questionId}`,
  entryId: "e",
  questionId,
  question: "",
  answer,
});

type Page = { entryId?: string | null; answers?: ReflectionAnswer[]; onServer?: ReflectionAnswer[] };

function open({ entryId = "e", answers = [], onServer }: Page = {}) {
  const place = { entryId, readers: "private" as Visibility | undefined };
  const results: Result[] = [];
  const sent: string[] = [];
  const calls = {
    save: vi.fn(async ({ questionId, answer }: Parameters<Calls["save"]>[0]): Promise<Result> => {
      sent.push(`${questionId}: ${answer}`);
      return results.shift() ?? { kind: "saved", answer: saved(questionId, answer) };
    }),
    load: vi.fn(async () => onServer),
    remove: vi.fn(async (_id: string, _over: string, _ticket: string): Promise<Removal> => ({ kind: "removed" })),
  } satisfies Calls;
  const changed = vi.fn();
  const reflection = new Reflection({
    questions,
    answers,
    answered: entryId,
    entryId: () => place.entryId,
    ticket: () => "ticket",
    readers: () => place.readers,
    changed,
    unauthorized: () => {},
    calls,
  });
  const texts = () => reflection.shown().cards.map((card) => card.text);
  const first = () => reflection.shown().cards[0]?.questionId ?? "";
  return { reflection, place, results, sent, calls, changed, texts, first };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("an answer is sent a second after typing stops, trimmed and once", async () => {
  const { reflection, sent, first } = open();
  reflection.type(first(), "Kaff");
  await pass(900);
  reflection.type(first(), "Kaffee \n");
  await pass(999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual([`${first()}: Kaffee`]);
  expect(reflection.pending).toEqual([]);
  await pass(5000);
  expect(sent).toHaveLength(1);
});

test("an answer waits while the saved entry has more readers than the form says", async () => {
  const { reflection, place, calls, first } = open();
  place.readers = undefined;
  reflection.moved();
  reflection.type(first(), "Nur für mich");
  await pass(5000);
  expect([calls.save.mock.calls.length, reflection.shown().isWaiting]).toEqual([0, true]);
  place.readers = "private";
  reflection.moved();
  await pass(0);
  expect(calls.save.mock.calls.map(([{ answer, seenVisibility }]) => [answer, seenVisibility])).toEqual([
    ["Nur für mich", "private"],
  ]);
});

test("an empty answer is never sent, and the saved one stays", async () => {
  const { reflection, sent } = open({ answers: [saved("q1", "Alt")] });
  reflection.type("q1", "  ");
  await pass(2000);
  expect(sent).toEqual([]);
  expect(reflection.shown().cards[0]?.saved).toBe("Alt");
});

test("before the first save nothing is sent and everything is pending", async () => {
  const { reflection, sent, first } = open({ entryId: null });
  reflection.type(first(), "Neu");
  await pass(5000);
  await reflection.flush();
  expect(sent).toEqual([]);
  expect(reflection.pending).toEqual([{ questionId: first(), answer: "Neu", previous: "" }]);
});

test("what is typed while an answer is being sent is sent after it", async () => {
  const { reflection, sent, calls, first } = open();
  let arrived = (_: Result) => {};
  calls.save.mockImplementationOnce((form) => {
    sent.push(form.answer);
    return new Promise<Result>((done) => {
      arrived = done;
    });
  });
  reflection.type(first(), "Eins");
  await pass(1000);
  reflection.type(first(), "Eins zwei");
  arrived({ kind: "saved", answer: saved(first(), "Eins") });
  await pass(1000);
  expect(sent).toEqual(["Eins", `${first()}: Eins zwei`]);
  expect(reflection.pending).toEqual([]);
});

test.each(["failed", "unauthorized"] as const)(
  "%s keeps the words and sends them at the next occasion",
  async (kind) => {
    const { reflection, results, sent, first, texts } = open();
    results.push({ kind });
    reflection.type(first(), "Wichtig");
    await pass(1000);
    expect(reflection.shown().cards[0]?.state).toBe(kind);
    expect(texts()).toEqual(["Wichtig"]);
    expect(reflection.pending).toHaveLength(1);
    await reflection.flush();
    expect(sent).toHaveLength(2);
    expect(reflection.pending).toEqual([]);
  },
);

test("a refused answer waits until it is changed", async () => {
  const { reflection, results, sent, first } = open();
  results.push({ kind: "refused", message: "Nein" });
  reflection.type(first(), "So");
  await pass(1000);
  expect(reflection.shown().cards[0]).toMatchObject({ state: "refused", message: "Nein", text: "So" });
  await reflection.flush();
  expect(sent).toHaveLength(1);
  reflection.type(first(), "Anders");
  await pass(1000);
  expect(sent).toHaveLength(2);
});

test("swapping and adding never show a question twice, and end when there are none left", () => {
  const { reflection, first } = open();
  const shown = [first()];
  while (reflection.shown().cards.length < 5) shown.push(reflection.add() ?? "");
  expect(reflection.shown().canAdd).toBe(false);
  expect(reflection.add()).toBeUndefined();
  while (reflection.shown().canSwap) {
    reflection.swap(first());
    shown.push(first());
  }
  expect(new Set(shown).size).toBe(questions.length);
  expect(shown).toHaveLength(questions.length);
});

test("a draft's answer replaces the saved one, and is sent", async () => {
  const { reflection, sent, texts } = open({ answers: [saved("q1", "Alt"), saved("q2", "Bleibt")] });
  reflection.take([
    { questionId: "q1", answer: "Neu", previous: "Alt" },
    { questionId: "q3", answer: "Dritte", previous: "" },
  ]);
  expect(texts()).toEqual(["Neu", "Bleibt", "Dritte"]);
  await pass(1000);
  expect(sent).toEqual(["q1: Neu", "q3: Dritte"]);
  reflection.type("q2", "Verworfen");
  reflection.take([]);
  expect(texts()).toEqual(["Neu", "Bleibt", "Dritte"]);
});

test("the answers of an entry that another page created are merged with the local ones", async () => {
  const onServer = [saved("q1", "Ihre"), saved("q2", "Auch da")];
  const { reflection, place, sent, texts } = open({ entryId: null, onServer });
  reflection.take([{ questionId: "q1", answer: "Meine", previous: "" }]);
  place.entryId = "e";
  reflection.moved();
  await pass(0);
  expect(texts()).toEqual(["Ihre\n\nMeine", "Auch da"]);
  expect(sent).toEqual(["q1: Ihre\n\nMeine"]);
});

test("if the saved answers cannot be loaded, nothing is saved over them", async () => {
  const { reflection, place, sent, calls } = open({ entryId: null });
  reflection.take([{ questionId: "q1", answer: "Meine", previous: "" }]);
  place.entryId = "e";
  reflection.moved();
  await pass(5000);
  expect(sent).toEqual([]);
  expect(reflection.shown().notLoaded).toBe(true);
  calls.load.mockResolvedValueOnce([]);
  await reflection.flush();
  expect(sent).toEqual(["q1: Meine"]);
  expect(reflection.shown().notLoaded).toBe(false);
});

test("an answer that is being sent is removed by the id that the save returns", async () => {
  const { reflection, calls, first } = open();
  let arrived = (_: Result) => {};
  calls.save.mockImplementationOnce(
    () =>
      new Promise<Result>((done) => {
        arrived = done;
      }),
  );
  const question = first();
  reflection.type(question, "Doch nicht");
  await pass(1000);
  const removed = reflection.remove(question);
  await pass(0);
  expect(calls.remove).not.toHaveBeenCalled();
  reflection.type(question, "Doch nicht so");
  arrived({ kind: "saved", answer: saved(question, "Doch nicht") });
  expect(await removed).toBe("removed");
  await pass(2000);
  expect(calls.remove).toHaveBeenCalledWith(`id-${question}`, "Doch nicht", "ticket");
  expect(calls.save).toHaveBeenCalledTimes(1);
  expect(reflection.shown().cards.map((card) => card.questionId)).not.toContain(question);
});

test("a removed answer disappears, or stays if the server still has it", async () => {
  const { reflection, calls, texts } = open({ answers: [saved("q1", "Eins"), saved("q2", "Zwei")] });
  calls.remove.mockResolvedValueOnce({ kind: "failed" });
  expect(await reflection.remove("q1")).toBe("failed");
  expect(texts()).toEqual(["Eins", "Zwei"]);
  expect(await reflection.remove("q1")).toBe("removed");
  expect(calls.remove).toHaveBeenLastCalledWith("id-q1", "Eins", "ticket");
  expect(await reflection.remove("q2")).toBe("removed");
  expect(texts()).toEqual([""]);
});

test("an answer whose save got no response is removed if it arrived", async () => {
  const { reflection, results, calls, first } = open({ onServer: [] });
  const question = first();
  results.push({ kind: "failed" });
  reflection.type(question, "Kam an");
  await pass(1000);
  calls.load.mockResolvedValueOnce(undefined);
  expect(await reflection.remove(question), "nobody says whether it is there").toBe("failed");
  results.push({ kind: "failed" });
  await pass(1000);
  calls.load.mockResolvedValueOnce([saved(question, "Kam an")]);
  expect(await reflection.remove(question)).toBe("removed");
  expect(calls.remove).toHaveBeenCalledWith(`id-${question}`, "", "ticket");
  expect(reflection.shown().cards.map(({ text }) => text)).toEqual([""]);
});

/** Pages that are open on one entry. The server accepts an answer only if it was written over the saved one. */
function twoPages(onServer: string) {
  const server = { answer: onServer };
  const refusal = (previous: string) => previous !== server.answer && server.answer !== "";
  const changed = () => ({ kind: "changed" as const, answer: saved("q1", server.answer) });
  const page = () => {
    const { reflection, calls, texts } = open({ answers: onServer ? [saved("q1", onServer)] : [] });
    calls.save.mockImplementation(async ({ answer, previous }) => {
      if (refusal(previous)) return changed();
      server.answer = answer;
      return { kind: "saved", answer: saved("q1", answer) };
    });
    calls.remove.mockImplementation(async (_, previous) => {
      if (refusal(previous)) return changed();
      server.answer = "";
      return { kind: "removed" };
    });
    return { reflection, calls, texts, line: () => reflection.shown().cards[0]?.state };
  };
  return { server, laptop: page(), phone: page() };
}

test("an answer that another page changed is merged, and both pages' texts are saved", async () => {
  const { server, laptop, phone } = twoPages("Der See");
  phone.reflection.type("q1", "Der See, und der Abend mit Ben");
  await pass(1000);
  laptop.reflection.type("q1", "Der stille See");
  await pass(1000);
  expect(server.answer).toBe("Der See, und der Abend mit Ben\n\nDer stille See");
  expect(laptop.texts()).toEqual([server.answer]);
  expect(laptop.line()).toBe("changed");
  expect(laptop.reflection.pending).toEqual([]);
  laptop.reflection.type("q1", "Der stille See, und der Abend mit Ben");
  await pass(1000);
  expect(server.answer).toBe("Der stille See, und der Abend mit Ben");
  expect(laptop.line()).toBe("resting");
});

test("what is typed while the other page's answer arrives is saved after it", async () => {
  const { server, laptop } = twoPages("Der See");
  server.answer = "Der See am Abend";
  laptop.reflection.type("q1", "Der stille");
  const flushed = laptop.reflection.flush();
  laptop.reflection.type("q1", "Der stille See im Regen");
  await flushed;
  await pass(1000);
  expect(server.answer).toBe("Der See am Abend\n\nDer stille See im Regen");
  expect(laptop.texts()).toEqual([server.answer]);
});

test("an answer that already contains the other page's replaces it", async () => {
  const { server, laptop } = twoPages("Der See");
  server.answer = "Der See am Abend";
  laptop.reflection.type("q1", "Der See am Abend, allein");
  await pass(1000);
  expect(server.answer).toBe("Der See am Abend, allein");
  expect(laptop.reflection.pending).toEqual([]);
});

test("an answer that another page changed is shown instead of removed, and removed when asked again", async () => {
  const { server, laptop, phone } = twoPages("Der See");
  phone.reflection.type("q1", "Der See am Abend");
  await pass(1000);
  expect(await laptop.reflection.remove("q1")).toBe("changed");
  expect(laptop.texts()).toEqual(["Der See am Abend"]);
  expect(laptop.line()).toBe("changed");
  await pass(1000);
  expect(server.answer).toBe("Der See am Abend");
  expect(await laptop.reflection.remove("q1")).toBe("removed");
  expect(server.answer).toBe("");
});

test("an answer that a save without a response had saved is replaced and removed without asking", async () => {
  const { server, laptop } = twoPages("");
  const lost = async (words: string) => {
    laptop.calls.save.mockImplementationOnce(async ({ answer }) => {
      server.answer = answer;
      return { kind: "failed" };
    });
    laptop.reflection.type("q1", words);
    await pass(1000);
  };
  laptop.reflection.take([{ questionId: "q1", answer: "Der", previous: "" }]);
  await lost("Der Se");
  laptop.reflection.type("q1", "Der stille See");
  await pass(1000);
  expect(server.answer).toBe("Der stille See");
  expect(laptop.line()).toBe("resting");
  await lost("Der See im Regen");
  laptop.reflection.type("q1", "Ach");
  expect(await laptop.reflection.remove("q1")).toBe("removed");
  expect(server.answer).toBe("");
});
