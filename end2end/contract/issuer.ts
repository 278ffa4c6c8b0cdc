/** Google as far as our provider needs it: a discovery document, a key, and ID tokens about anybody. */
import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Person } from "./providers.ts";

const CLIENT = "contract";
/** The token holds its hash, the call itself. */
export const NONCE = "a nonce of the contract";

export interface Issuer {
  environment: NodeJS.ProcessEnv;
  sign(person: Person): Promise<string>;
  stop(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" };
  let origin = "";
  const server: Server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      "/.well-known/openid-configuration": {
        issuer: origin,
        authorization_endpoint: `${origin}/auth`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      },
      "/keys": { keys: [jwk] },
    };
    const answer = answers[request.url ?? ""];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    environment: { GOOGLE_ISSUER: origin, GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: "secret of the contract" },
    async sign({ subject, email, name }) {
      const now = Math.floor(Date.now() / 1000);
      const nonce = createHash("sha256").update(NONCE).digest("hex");
      const who = { sub: subject, email, email_verified: true, name };
      const claims = { iss: origin, aud: CLIENT, ...who, nonce, iat: now, exp: now + 600 };
      const signed = `${part({ alg: "RS256", kid: "1", typ: "JWT" })}.${part(claims)}`;
      return `${signed}.${createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")}`;
    },
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}
