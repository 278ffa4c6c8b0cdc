/** A small OpenAI-compatible service on this machine, with trouble at will. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { test as base } from "./fixtures.ts";
import { startSite } from "./server.ts";

/** The fault of the service. */
export type Trouble =
  | "none"
  /** Takes a second. */
  | "slow"
  /** 429 with a second to wait, once. */
  | "busy"
  /** 500, once. */
  | "hiccup"
  /** 500, always. */
  | "broken"
  /** Prose in place of JSON. */
  | "prose"
  /** Never answers. */
  | "hang";

export interface AiCall {
  path: string;
  /** Number of bytes of the request's body. */
  bytes: number;
  body: string;
  authorization: string | undefined;
}

export const KEY = "a-key-of-the-tests";
export const SPOKEN = "Heute war ein guter Tag. Am Abend habe ich endlich das Regal aufgebaut.";
export const SUMMED_UP = { summary: "Ein guter Tag mit einem Regal am Abend.", emojis: "\u{1F6E0}\u{FE0F}\u{1F60A}" };
export const POST = "Heute stand endlich das Regal. Wie seht ihr das?";

export class Ai {
  trouble: Trouble = "none";
  readonly calls: AiCall[] = [];
  transcript = SPOKEN;
  summary: { summary: string; emojis: string } = SUMMED_UP;
  readonly origin: string;
  #server: Server;

  constructor(server: Server) {
    this.#server = server;
    const address = server.address();
    this.origin = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
    server.on("request", (request, response) => this.#answer(request, response).catch(() => response.destroy()));
  }

  static async start(): Promise<Ai> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new Ai(server);
  }

  /** The settings of a server that uses it. */
  get env(): NodeJS.ProcessEnv {
    return {
      AI_BASE_URL: `${this.origin}/v1`,
      AI_API_KEY: KEY,
      AI_NAME: "Beispiel-KI",
      AI_TRANSCRIPTION_MODEL: "hears",
      AI_SUMMARY_MODEL: "writes",
    };
  }

  /** Returns to the state after the start. */
  reset() {
    this.trouble = "none";
    this.transcript = SPOKEN;
    this.summary = SUMMED_UP;
    this.calls.length = 0;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = request.url ?? "/";
    this.calls.push({ path, bytes: body.length, body: body.toString("latin1"), authorization: request.headers.authorization });
    const say = (status: number, answer: unknown, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(answer));
    switch (this.trouble) {
      case "hang":
        return;
      case "slow":
        await new Promise((done) => setTimeout(done, 1000));
        break;
      case "busy":
        this.trouble = "none";
        return say(429, { error: { message: "too many" } }, { "retry-after": "1" });
      case "hiccup":
        this.trouble = "none";
        return say(500, { error: { message: "a hiccup" } });
      case "broken":
        return say(500, { error: { message: "broken" } });
    }
    if (path === "/v1/audio/transcriptions") return say(200, { text: this.transcript });
    if (path !== "/v1/chat/completions") return say(404, { error: { message: "there is no such call" } });
    const content = this.trouble === "prose" ? "Gerne! Das war ein schöner Tag." : JSON.stringify({ ...this.summary, post: POST });
    return say(200, { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }] });
  }
}

/** A server with this service. Each test begins with a healthy one. */
export const test = base.extend<{ healthy: void }, { ai: Ai }>({
  ai: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
    async ({}, use) => {
      const ai = await Ai.start();
      await use(ai);
      ai.stop();
    },
    { scope: "worker" },
  ],

  site: [
    async ({ ai }, use) => {
      const site = await startSite(undefined, ai.env);
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  healthy: [
    async ({ ai }, use) => {
      ai.reset();
      await use();
    },
    { auto: true },
  ],
});
