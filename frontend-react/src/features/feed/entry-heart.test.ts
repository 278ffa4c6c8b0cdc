import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../shared/auth";
import { eventually } from "../../test/eventually";
import { heardToasts } from "../../test/toasts";
import "./entry-heart";

let answers: (Response | Promise<Response>)[];
const fetched = vi.fn(async (path: string, _init?: RequestInit) => {
  if (path === "/api/auth/token") return new Response(null, { status: 401 });
  const answer = answers.shift();
  if (!answer) throw new TypeError("offline");
  return answer;
});
const sent = () =>
  fetched.mock.calls.filter(([path]) => path !== "/api/auth/token").map(([path, init]) => [path, init?.body]);

beforeEach(() => {
  forgetToken();
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
  answers = [];
});

function heart(pressed: boolean): HTMLButtonElement {
  document.body.innerHTML = `<ol data-heart-failed="Nicht geklappt." data-heart-unanswered="Keine Verbindung."
    ><entry-heart
      ><button value="7" aria-pressed="${pressed}">Favorit</button></entry-heart></ol>`;
  return document.querySelector("button") as HTMLButtonElement;
}

test("a press shows at once and is kept", async () => {
  const button = heart(false);
  answers = [new Response("{}")];
  button.click();
  expect(button).toHaveAttribute("aria-pressed", "true");
  await eventually(() => expect(sent()).toEqual([["/api/entries/7/favorite", '{"isFavorite":true}']]));
});

test("presses on the way end with the last one", async () => {
  const button = heart(false);
  let arrive = (_: Response) => {};
  answers = [
    new Promise((done) => {
      arrive = done;
    }),
    new Response("{}"),
  ];
  button.click();
  button.click();
  button.click();
  button.click();
  expect(button).toHaveAttribute("aria-pressed", "false");
  await eventually(() => expect(sent()).toHaveLength(1));
  arrive(new Response("{}"));
  await eventually(() =>
    expect(sent().map(([, body]) => body)).toEqual(['{"isFavorite":true}', '{"isFavorite":false}']),
  );
  expect(button).toHaveAttribute("aria-pressed", "false");
});

test.each([
  [
    new Response('{"message":"Diesen Eintrag gibt es nicht mehr."}', { status: 404 }),
    "Diesen Eintrag gibt es nicht mehr.",
  ],
  [new Response("<html>", { status: 502 }), "Nicht geklappt."],
  [undefined, "Keine Verbindung."],
])("what was not kept goes back and is said", async (answer, words) => {
  const button = heart(true);
  const toasts = heardToasts();
  if (answer) answers = [answer];
  button.click();
  expect(button).toHaveAttribute("aria-pressed", "false");
  await eventually(() => expect(toasts).toEqual([{ title: words, kind: "error" }]));
  expect(button).toHaveAttribute("aria-pressed", "true");
});
