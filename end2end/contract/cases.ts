/** The list of calls to both providers. A step's answers are compared in status, error code, field names and types. */
import { NONCE } from "./issuer.ts";
import type { Answer, Json, Provider } from "./providers.ts";

export type Step = (name: string, answer: Answer) => Answer;

export interface Case {
  name: string;
  run(provider: Provider, step: Step): Promise<void>;
}

const PASSWORD = "abendlicht 7";
const NEW_PASSWORD = "morgenlicht 8";

const text = (answer: Answer, name: string): string => {
  const value = answer.body[name];
  if (typeof value !== "string") throw new Error(`no ${name} in ${JSON.stringify(answer)}`);
  return value;
};

const credentials = (email: string, password = PASSWORD) => ({ email, password, returnSecureToken: true });

/** A new account, made without comparing. */
async function account(provider: Provider, name: string) {
  const email = `${name}@example.org`;
  const made = await provider.call("signUp", credentials(email));
  return { email, idToken: text(made, "idToken"), refreshToken: text(made, "refreshToken") };
}

const refresh = (refreshToken: string) => ({ grant_type: "refresh_token", refresh_token: refreshToken });

export const cases: Case[] = [
  {
    name: "signUp",
    async run(p, step) {
      step("a new account", await p.call("signUp", credentials("up@example.org")));
      step("the same address", await p.call("signUp", credentials("up@example.org")));
      step("the same address in capitals", await p.call("signUp", credentials("UP@Example.org")));
      step("with a name", await p.call("signUp", { ...credentials("named@example.org"), displayName: "Anna Berger" }));
      step("a short password", await p.call("signUp", credentials("short@example.org", "12345")));
      step("no password", await p.call("signUp", { email: "none@example.org", returnSecureToken: true }));
      step("no address", await p.call("signUp", { password: PASSWORD, returnSecureToken: true }));
      step("what is no address", await p.call("signUp", credentials("nobody")));
      step("nothing at all", await p.call("signUp", {}));
      step("broken JSON", await p.call("signUp", "{"));
      step("a number as address", await p.call("signUp", { email: 7, password: PASSWORD }));
    },
  },
  {
    name: "signInWithPassword",
    async run(p, step) {
      await account(p, "in");
      step("the right password", await p.call("signInWithPassword", credentials("in@example.org")));
      step("the address in capitals", await p.call("signInWithPassword", credentials("IN@example.org")));
      step("a wrong password", await p.call("signInWithPassword", credentials("in@example.org", "geraten")));
      step("an unknown address", await p.call("signInWithPassword", credentials("nobody@example.org")));
      step("what is no address", await p.call("signInWithPassword", credentials("nobody")));
      step("no password", await p.call("signInWithPassword", { email: "in@example.org" }));
      step("no address", await p.call("signInWithPassword", { password: PASSWORD }));
    },
  },
  {
    name: "lookup",
    async run(p, step) {
      const { idToken } = await account(p, "look");
      step("one's own account", await p.call("lookup", { idToken }));
      step("with a token that is none", await p.call("lookup", { idToken: "a.b.c" }));
      step("without a token", await p.call("lookup", {}));
    },
  },
  {
    name: "update",
    async run(p, step) {
      const { email, idToken, refreshToken } = await account(p, "change");
      await account(p, "taken");
      const profile: Json = { idToken, displayName: "Anna Berger", photoUrl: "https://example.org/anna.jpg" };
      step("name and picture", await p.call("update", profile));
      step("the account afterwards", await p.call("lookup", { idToken }));
      step("name and picture removed", await p.call("update", { idToken, deleteAttribute: ["DISPLAY_NAME", "PHOTO_URL"] }));
      step("the account without them", await p.call("lookup", { idToken }));
      step("with a token that is none", await p.call("update", { idToken: "a.b.c", displayName: "Ben" }));
      step("a short password", await p.call("update", { idToken, password: "12345" }));
      step("a taken address", await p.call("update", { idToken, email: "taken@example.org" }));
      step("what is no address", await p.call("update", { idToken, email: "nobody" }));
      // Both count in whole seconds: a change in the second of the sign-in would end nothing.
      await new Promise((done) => setTimeout(done, 1100));
      const changed = step("a new password", await p.call("update", { idToken, password: NEW_PASSWORD, returnSecureToken: true }));
      step("the old password", await p.call("signInWithPassword", credentials(email)));
      step("the new password", await p.call("signInWithPassword", credentials(email, NEW_PASSWORD)));
      step("the old ID token", await p.call("lookup", { idToken }));
      step("the new ID token", await p.call("lookup", { idToken: text(changed, "idToken") }));
      step("the old refresh token", await p.token(refresh(refreshToken)));
      step("the new refresh token", await p.token(refresh(text(changed, "refreshToken"))));
      const again = await p.call("signInWithPassword", credentials(email, NEW_PASSWORD));
      const moved = { idToken: text(again, "idToken"), email: "moved@example.org", returnSecureToken: true };
      step("a new address", await p.call("update", moved));
      step("signing in with it", await p.call("signInWithPassword", credentials("moved@example.org", NEW_PASSWORD)));
    },
  },
  {
    name: "delete",
    async run(p, step) {
      const { email, idToken, refreshToken } = await account(p, "gone");
      step("with a token that is none", await p.call("delete", { idToken: "a.b.c" }));
      step("one's own account", await p.call("delete", { idToken }));
      step("once more", await p.call("delete", { idToken }));
      step("looking it up", await p.call("lookup", { idToken }));
      step("refreshing its token", await p.token(refresh(refreshToken)));
      step("signing in", await p.call("signInWithPassword", credentials(email)));
      step("the address is free again", await p.call("signUp", credentials(email)));
    },
  },
  {
    name: "token",
    async run(p, step) {
      const { refreshToken } = await account(p, "refresh");
      const fresh = step("a refresh token", await p.token(refresh(refreshToken)));
      step("the ID token that it gave", await p.call("lookup", { idToken: text(fresh, "id_token") }));
      step("the refresh token that it gave", await p.token(refresh(text(fresh, "refresh_token"))));
      step("what is no refresh token", await p.token(refresh("nonsense")));
      step("no refresh token", await p.token({ grant_type: "refresh_token" }));
      step("no grant type", await p.token({ refresh_token: refreshToken }));
      step("another grant type", await p.token({ grant_type: "password", refresh_token: refreshToken }));
    },
  },
  {
    name: "sendOobCode and resetPassword",
    async run(p, step) {
      const { email, refreshToken } = await account(p, "forgot");
      const send = (body: Json) => p.call("sendOobCode", body);
      step("a forgotten password", await send({ requestType: "PASSWORD_RESET", email }));
      step("of an unknown address", await send({ requestType: "PASSWORD_RESET", email: "nobody@example.org" }));
      step("of what is no address", await send({ requestType: "PASSWORD_RESET", email: "nobody" }));
      step("without an address", await send({ requestType: "PASSWORD_RESET" }));
      step("of no kind", await send({ email }));
      step("of an unknown kind", await send({ requestType: "SOMETHING", email }));
      const oobCode = await p.code(email);
      step("a look at the code", await p.call("resetPassword", { oobCode }));
      step("a short password", await p.call("resetPassword", { oobCode, newPassword: "12345" }));
      await new Promise((done) => setTimeout(done, 1100));
      step("a new password", await p.call("resetPassword", { oobCode, newPassword: NEW_PASSWORD }));
      step("the code once more", await p.call("resetPassword", { oobCode, newPassword: PASSWORD }));
      step("what is no code", await p.call("resetPassword", { oobCode: "nonsense", newPassword: PASSWORD }));
      step("no code", await p.call("resetPassword", { newPassword: PASSWORD }));
      step("the old password", await p.call("signInWithPassword", credentials(email)));
      const back = step("the new password", await p.call("signInWithPassword", credentials(email, NEW_PASSWORD)));
      step("the address is confirmed", await p.call("lookup", { idToken: text(back, "idToken") }));
      step("the old refresh token", await p.token(refresh(refreshToken)));
    },
  },
  {
    name: "update by oobCode",
    async run(p, step) {
      const { email, idToken } = await account(p, "confirm");
      step("a mail to confirm the address", await p.call("sendOobCode", { requestType: "VERIFY_EMAIL", idToken }));
      step("without a token", await p.call("sendOobCode", { requestType: "VERIFY_EMAIL" }));
      const verify = await p.code(email);
      step("a look at the code", await p.call("resetPassword", { oobCode: verify }));
      step("the wrong use of the code", await p.call("resetPassword", { oobCode: verify, newPassword: NEW_PASSWORD }));
      step("the code", await p.call("update", { oobCode: verify }));
      step("the code once more", await p.call("update", { oobCode: verify }));
      step("what is no code", await p.call("update", { oobCode: "nonsense" }));
      const change = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "confirmed@example.org" };
      step("a mail to change the address", await p.call("sendOobCode", change));
      step("without a new address", await p.call("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken }));
      step("the changing code", await p.call("update", { oobCode: await p.code("confirmed@example.org") }));
      step("signing in with the new address", await p.call("signInWithPassword", credentials("confirmed@example.org")));
    },
  },
  {
    name: "signInWithIdp",
    async run(p, step) {
      const person = { subject: "google-1", email: "google@example.org", name: "Greta Gold" };
      const body = (idToken: string) => ({
        requestUri: "http://localhost",
        postBody: new URLSearchParams({ providerId: "google.com", id_token: idToken, nonce: NONCE }).toString(),
        returnSecureToken: true,
      });
      const first = step("for the first time", await p.call("signInWithIdp", body(await p.google(person))));
      step("again", await p.call("signInWithIdp", body(await p.google(person))));
      step("the account", await p.call("lookup", { idToken: text(first, "idToken") }));
      step("its refresh token", await p.token(refresh(text(first, "refreshToken"))));
      step("signing in with a password", await p.call("signInWithPassword", credentials(person.email)));
      const { idToken } = await account(p, "connects");
      const other = { ...person, subject: "google-2", email: "other@example.org" };
      step("connected to one's account", await p.call("signInWithIdp", { ...body(await p.google(other)), idToken }));
      step("the account with both", await p.call("lookup", { idToken }));
      const taken = await p.call("signInWithIdp", { ...body(await p.google(person)), idToken });
      step("connected although it is somebody else's", taken);
      step("disconnected", await p.call("update", { idToken, deleteProvider: ["google.com"] }));
      step("without an ID token", await p.call("signInWithIdp", { ...body(""), postBody: "providerId=google.com" }));
      step("without a provider", await p.call("signInWithIdp", { ...body(""), postBody: "id_token=x" }));
      step("without a return address", await p.call("signInWithIdp", { ...body("x"), requestUri: "" }));
    },
  },
  {
    name: "addresses that lead nowhere",
    async run(p, step) {
      step("an unknown call", await p.call("nothing", {}));
      step("a look instead of a call", await p.request("/accounts:signUp", { method: "GET" }));
    },
  },
];
