/** A real OpenID provider in Google's place, where people agree without being asked. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import Provider, { interactionPolicy } from "oidc-provider";
import { test as base } from "./fixtures.ts";
import { newEmail } from "./person.ts";
import { type Site, startSite } from "./server.ts";

const CLIENT = { id: "diary.apps.example", secret: "a-secret-of-the-tests" };
const PICTURE = readFileSync(join(import.meta.dirname, "../data/rocket.jpg"));

export interface GooglePerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  given_name: string;
  family_name: string;
  picture?: string;
}

export class Google {
  /** The person who agrees next. */
  as: GooglePerson | undefined;
  /** The action instead of agreeing. */
  instead: "agree" | "refuse" | "wait" = "agree";
  /** Parameters of the last request to sign in. */
  asked: Record<string, string> = {};
  readonly origin: string;
  #server: Server;
  #people = new Map<string, GooglePerson>();
  // biome-ignore lint/suspicious/noExplicitAny: the package brings no types.
  #provider: any;

  constructor(server: Server) {
    this.#server = server;
    const address = server.address();
    this.origin = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
    server.on("request", (request, response) => this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error))));
  }

  static async start(): Promise<Google> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new Google(server);
  }

  get env(): NodeJS.ProcessEnv {
    return { GOOGLE_ISSUER: this.origin, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret };
  }

  /** A person with an account there. */
  person(first: string, last: string, picture = false): GooglePerson {
    const email = newEmail(first);
    const person: GooglePerson = { sub: `g-${email}`, email, email_verified: true, name: `${first} ${last}`, given_name: first, family_name: last };
    if (picture) person.picture = `${this.origin}/picture/${first}.jpg`;
    return person;
  }

  serve(site: Site) {
    const policy = interactionPolicy.base();
    const select = new interactionPolicy.Prompt({ name: "select_account", requestable: true });
    policy.add(select, 0);
    this.#provider = new Provider(this.origin, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${site.origin}/api/auth/google/callback`] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "given_name", "family_name", "picture"] },
      conformIdTokenClaims: false,
      cookies: { keys: ["of the tests"] },
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => this.#people.get(id) }),
    });
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? "/";
    if (path.startsWith("/picture/")) return response.writeHead(200, { "content-type": "image/jpeg" }).end(PICTURE);
    if (!path.startsWith("/interaction/")) return this.#provider.callback()(request, response);
    const { params } = await this.#provider.interactionDetails(request, response);
    this.asked = params;
    if (this.instead === "wait") {
      // Google's pages cut themselves off from who opened them.
      response.setHeader("cross-origin-opener-policy", "same-origin");
      return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<title>Konto</title><h1>Konto auswählen</h1>");
    }
    const finish = (result: object) => this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    if (this.instead === "refuse" || !this.as) return finish({ error: "access_denied", error_description: "no" });
    const accountId = this.as.sub;
    this.#people.set(accountId, { ...this.as });
    const grant = new this.#provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope("openid email profile");
    return finish({ login: { accountId }, consent: { grantId: await grant.save() }, select_account: {} });
  }
}

/** A server with this Google. Page loads of it are no error. */
export const test = base.extend<object, { google: Google }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
    async ({}, use) => {
      const google = await Google.start();
      await use(google);
      google.stop();
    },
    { scope: "worker" },
  ],

  site: [
    async ({ google }, use) => {
      const site = await startSite(undefined, google.env);
      google.serve(site);
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  visits: async ({ google }, use) => {
    google.instead = "agree";
    await use([google.origin]);
  },
});
