import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetToken } from "../../shared/auth";
import { texts } from "../../test/texts";
import { heardToasts } from "../../test/toasts";
import { askConsent, consentTo, forgetConsent } from "./consent";
import { transcribe } from "./transcribe";
import { wav } from "./wav";

type Call = { path: string; init: RequestInit };

function server(answer: () => Response | Promise<Response>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/auth/token") return new Response(null, { status: 401 });
    calls.push({ path, init });
    return answer();
  });
  return calls;
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const press = (name: string) =>
  [...document.querySelectorAll("dialog button")]
    .find((b) => b.textContent === name)
    ?.dispatchEvent(new MouseEvent("click"));

beforeEach(() => {
  forgetToken();
  forgetConsent("summary");
  forgetConsent("transcription");
});

describe("the question before anything leaves", () => {
  it("names the service and keeps what is said before it answers", async () => {
    const calls = server(() => new Response(null, { status: 204 }));
    const asked = askConsent("summary", "Beispiel-KI", texts);
    expect(document.querySelector("dialog")?.textContent).toContain("Beispiel-KI");
    press("Erlauben");
    expect(await asked).toBe(true);
    expect(calls.map(({ path, init }) => [path, init.body])).toEqual([
      ["/api/users/assistant-consent", '{"summary":true,"provider":"Beispiel-KI"}'],
    ]);
    expect([consentTo("summary", null), consentTo("transcription", null)]).toEqual([true, null]);
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("is one question, however often it is asked at the same time", async () => {
    server(() => new Response(null, { status: 204 }));
    const both = [askConsent("summary", "KI", texts), askConsent("summary", "KI", texts)];
    expect(document.querySelectorAll("dialog")).toHaveLength(1);
    press("Nicht erlauben");
    expect(await Promise.all(both)).toEqual([false, false]);
  });

  it("decides nothing when it is closed, or cannot be kept", async () => {
    const calls = server(() => new Response(null, { status: 503 }));
    const closed = askConsent("summary", "KI", texts);
    document.querySelector("dialog")?.close();
    expect(await closed).toBeNull();
    expect(calls).toEqual([]);
    const toasts = heardToasts();
    const unkept = askConsent("summary", "KI", texts);
    press("Erlauben");
    expect(await unkept).toBeNull();
    expect(toasts).toEqual([{ title: texts["editor.consent.failed"], kind: "error" }]);
    expect(consentTo("summary", null)).toBeNull();
  });
});

describe("sound to text", () => {
  const sound = new Blob(["sound"], { type: "audio/mp4" });
  const ask = () => transcribe(sound, { texts, convert: null });

  it("sends one file with the ending of its kind", async () => {
    const calls = server(() => json(200, { transcript: "Heute war ein guter Tag." }));
    expect(await ask()).toEqual({ kind: "done", transcript: "Heute war ein guter Tag." });
    const [sent] = calls;
    const file = (sent?.init.body as FormData | undefined)?.get("audio") as File;
    expect([sent?.path, sent?.init.method, file.name]).toEqual(["/api/transcribe-audio", "POST", "recording.m4a"]);
  });

  it("says with the server's words what is wrong, and whether trying again helps", async () => {
    server(() => json(503, { code: "transcription_unavailable", message: "Gerade nicht." }));
    const away = {
      kind: "refused",
      code: "transcription_unavailable",
      message: "Gerade nicht.",
      again: true,
      pro: false,
    };
    expect(await ask()).toEqual(away);
    server(() => json(429, { code: "quota_used", message: "Morgen wieder.", detail: { pro: 3 } }));
    const used = {
      kind: "refused",
      code: "quota_used",
      message: "Morgen wieder. Mit Pro sind es 3 am Tag.",
      again: false,
      pro: true,
    };
    expect(await ask()).toEqual(used);
    server(() => new Response("<html>", { status: 502 }));
    expect(await ask()).toMatchObject({ kind: "refused", message: texts["errors.transcription_failed"], again: true });
    server(() => json(403, { code: "consent_needed", message: "Erst fragen." }));
    expect(await ask()).toEqual({ kind: "consent", message: "Erst fragen." });
    server(() => json(403, { code: "consent_needed", message: "Erst fragen.", detail: { provider: "KI" } }));
    expect(await ask()).toEqual({ kind: "consent", message: "Erst fragen.", provider: "KI" });
    server(() => json(401, { code: "unauthenticated", message: "Abgemeldet." }));
    expect(await ask()).toEqual({ kind: "signed_out", message: "Abgemeldet." });
  });

  it("tells a lost connection from a person who changed their mind", async () => {
    server(() => Promise.reject(new TypeError("no connection")));
    expect(await ask()).toMatchObject({ kind: "offline" });
    const stop = new AbortController();
    stop.abort();
    expect(await transcribe(sound, { texts, convert: null, signal: stop.signal })).toEqual({ kind: "cancelled" });
  });
});

it("writes WAV that says its own length", () => {
  const bytes = wav(new Float32Array([0, 1, -1, 2]));
  const view = new DataView(bytes);
  expect(new TextDecoder().decode(bytes.slice(0, 4)) + new TextDecoder().decode(bytes.slice(8, 12))).toBe("RIFFWAVE");
  expect([view.getUint32(4, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([44, 16_000, 8]);
  expect([0, 1, 2, 3].map((at) => view.getInt16(44 + at * 2, true))).toEqual([0, 32767, -32767, 32767]);
});
