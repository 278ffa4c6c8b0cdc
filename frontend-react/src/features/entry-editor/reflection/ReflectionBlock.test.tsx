import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../../shared/auth";
import type { ReflectionAnswer } from "../../../shared/domain";
import { on, send } from "../../../shared/events";
import { answer as sure } from "../../../test/ask";
import { eventually } from "../../../test/eventually";
import { showSection } from "../../../test/section";
import { de } from "../../../test/texts";
import ReflectionSection from ".";

const t = de.editor.reflection;
const questions = ["song", "colour", "light"].map((id) => ({ id, question: `Frage ${id}?` }));
const answer = (words: string) => ({
  id: "a1",
  entryId: "e1",
  questionId: "song",
  question: "Frage song?",
  answer: words,
});

let status = 200;
/** An answer that another page saved meanwhile; the next save is refused once. */
let remote: string | undefined;
const posted: { answer?: string; previous: string; ticket: string }[] = [];

beforeEach(() => {
  status = 200;
  remote = undefined;
  posted.length = 0;
  forgetToken();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.startsWith("/api/reflection-answers")) return new Response("null", { status: 401 });
    const body = JSON.parse(String(init.body));
    posted.push(body);
    if (remote !== undefined) {
      const refusal = { code: "answer_changed", message: "Geändert", detail: answer(remote) };
      remote = undefined;
      return new Response(JSON.stringify(refusal), { status: 409 });
    }
    const reply = status === 200 ? answer(body.answer) : { code: "x", message: "Worte des Servers" };
    return new Response(JSON.stringify(reply), { status });
  });
});

function show(entryId: string | undefined, answers: ReflectionAnswer[] = []) {
  const given = { questions, answers, ...(entryId && { entryId }) };
  const { content, fill } = showSection(<ReflectionSection {...given} />, {
    userId: "u1",
    ...(entryId && { entryId }),
  });
  const value = () => content().reflectionAnswers;
  return { fill, value, field: screen.getAllByRole("textbox")[0] as HTMLTextAreaElement };
}

test("a saved answer is in the field that is labelled with its question", async () => {
  const { field, value } = show("e1", [answer("Misty")]);
  expect(field).toHaveAccessibleName("Frage song?");
  expect(field).toHaveValue("Misty");
  expect(field).toHaveAccessibleDescription(t.saved);
  expect(value()).toEqual([]);
});

test("typing saves by itself with the page's ticket, and the line says so", async () => {
  const { field, value } = show("e1");
  await userEvent.type(field, "Misty");
  expect(value()).toMatchObject([{ answer: "Misty", previous: "" }]);
  expect(field).toHaveAccessibleDescription(t.saving);
  await eventually(() => expect(field).toHaveAccessibleDescription(t.saved));
  expect(posted).toMatchObject([{ answer: "Misty", ticket: "t", entryId: "e1" }]);
  expect(value()).toEqual([]);
});

test("a new entry keeps its answers for the first save", async () => {
  const { field, value } = show(undefined);
  await userEvent.type(field, "Misty");
  expect(field).toHaveAccessibleDescription(t.with_entry);
  expect(value()).toMatchObject([{ answer: "Misty" }]);
});

test("an ended sign-in shows a message and opens the dialog, and the answer is saved after it", async () => {
  status = 401;
  const opened = vi.fn();
  on("app:sign-in", opened);
  const { field } = show("e1");
  await userEvent.type(field, "Misty");
  await eventually(() => expect(field).toHaveAccessibleDescription(de.app.unauthorized));
  expect(opened).toHaveBeenCalledOnce();
  expect(field).toHaveValue("Misty");
  status = 200;
  send("app:signed-in", { userId: "somebody else" });
  send("app:signed-in", { userId: "u1" });
  await eventually(() => expect(field).toHaveAccessibleDescription(t.saved));
});

test("a failed save can be retried, and a refusal shows the server's message", async () => {
  status = 500;
  const { field } = show("e1");
  await userEvent.type(field, "Misty");
  await eventually(() => expect(field).toHaveAccessibleDescription(t.failed));
  status = 403;
  await userEvent.click(screen.getByRole("button", { name: t.retry }));
  await eventually(() => expect(field).toHaveAccessibleDescription("Worte des Servers"));
  expect(field).toHaveValue("Misty");
});

test("an answer that another page saved is merged with the local one, and the line says so", async () => {
  const { field, value } = show("e1", [answer("Misty")]);
  remote = "Misty und Summertime";
  await userEvent.type(field, "!");
  await eventually(() => expect(field).toHaveAccessibleDescription(t.changed));
  const both = "Misty und Summertime\n\nMisty!";
  expect(field).toHaveValue(both);
  await eventually(() => expect(value()).toEqual([]));
  expect(posted).toMatchObject([
    { answer: "Misty!", previous: "Misty" },
    { answer: both, previous: "Misty und Summertime" },
  ]);
  expect(field).toHaveAccessibleDescription(t.changed);
});

test("an answer that another page changed is shown instead of removed", async () => {
  const { field } = show("e1", [answer("Misty")]);
  remote = "Summertime";
  await userEvent.click(screen.getByRole("button", { name: t.remove }));
  await sure(true);
  await eventually(() => expect(field).toHaveValue("Summertime"));
  expect(field).toHaveAccessibleDescription(t.changed);
  expect(posted).toMatchObject([{ previous: "Misty", ticket: "t" }]);
});

test("an unanswered question can be replaced, and an added one gets the focus", async () => {
  show("e1");
  const names = new Set([screen.getByRole("textbox").getAttribute("id")]);
  await userEvent.click(screen.getByRole("button", { name: t.swap }));
  names.add(screen.getByRole("textbox").getAttribute("id"));
  await userEvent.click(screen.getByRole("button", { name: t.add }));
  const fields = screen.getAllByRole("textbox");
  expect(fields).toHaveLength(2);
  await eventually(() => expect(fields[1]).toHaveFocus());
  expect(screen.queryByRole("button", { name: t.swap })).not.toBeInTheDocument();
});

test("a restored draft keeps the field, its caret and the saved answers", async () => {
  const { fill, field } = show("e1", [answer("Misty")]);
  field.focus();
  fill({ reflectionAnswers: [] });
  expect(field).toHaveFocus();
  fill({ reflectionAnswers: [{ questionId: "song", answer: "Misty und mehr", previous: "Misty" }] });
  expect(field).toHaveValue("Misty und mehr");
  expect(field).toHaveFocus();
});

test("an emptied answer says that the saved one stays, and removing it asks first", async () => {
  const { field } = show("e1", [answer("Misty")]);
  await userEvent.clear(field);
  expect(field).toHaveAccessibleDescription(t.emptied);
  await userEvent.click(screen.getByRole("button", { name: t.remove }));
  expect(await sure(false)).toContain("Frage song?");
  expect(screen.getByRole("textbox")).toBe(field);
  expect(posted).toEqual([]);
});
