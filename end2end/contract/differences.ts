/** Intended differences between our provider and the emulator. */
import type { Difference } from "./compare.ts";

export interface Intended extends Difference {
  case: string;
  reason: string;
}

/** Fields that only the emulator has, anywhere. */
export const emulatorOnly: Record<string, string> = {
  passwordHash: "Nobody gets a hash. Firebase itself blanks it out.",
  salt: "Nobody gets a salt either.",
  passwordUpdatedAt: "Ours does not keep it; validSince says since when sign-ins count.",
  lastRefreshAt: "Ours does not keep it.",
  context: "The emulator hands back what the caller sent.",
  oauthIdToken: "The emulator hands back what the caller sent.",
  oauthAccessToken: "Ours never sees one: Google's access tokens are not asked for.",
};

const ERROR_FIELDS =
  "error.code: number, error.errors[].domain: string, error.errors[].message: string, error.errors[].reason: string, error.message: string";

function differs(
  where: { case: string; step: string; reason: string },
  pairs: Partial<Record<Difference["what"], [ours: string, emulator: string]>>,
): Intended[] {
  return Object.entries(pairs).map(([what, [ours, emulator]]) => ({
    ...where,
    what: what as Difference["what"],
    ours,
    emulator,
  }));
}

const FRESH =
  "access_token: string, expires_in: string, id_token: string, project_id: string, refresh_token: string, token_type: string, user_id: string";
const ENDED = "A new password ends every earlier sign-in at once. Firebase does that too, the emulator does not.";
const NAMED = "An account without a name takes the one that Google knows.";
const SENTENCE = "The emulator puts a sentence of its JSON checker where the code stands.";

export const intended: Intended[] = [
  ...differs(
    { case: "signUp", step: "nothing at all", reason: "There are no anonymous accounts here." },
    {
      status: ["400", "200"],
      code: ["MISSING_EMAIL", ""],
      fields: [ERROR_FIELDS, "expiresIn: string, idToken: string, kind: string, localId: string, refreshToken: string"],
    },
  ),
  ...differs(
    { case: "signUp", step: "broken JSON", reason: SENTENCE },
    {
      code: ["INVALID_ARGUMENT", "Invalid JSON payload received. Expected property name or '}' in JSON at position 1"],
      fields: ["", "error.status: string"],
    },
  ),
  ...differs(
    { case: "signUp", step: "a number as address", reason: "What is no text is refused before it is looked at." },
    { code: ["INVALID_ARGUMENT", "INVALID_EMAIL"] },
  ),
  ...differs(
    { case: "update", step: "the old refresh token", reason: ENDED },
    { status: ["400", "200"], code: ["INVALID_REFRESH_TOKEN", ""], fields: [ERROR_FIELDS, FRESH] },
  ),
  ...differs(
    { case: "sendOobCode and resetPassword", step: "the old refresh token", reason: ENDED },
    { status: ["400", "200"], code: ["INVALID_REFRESH_TOKEN", ""], fields: [ERROR_FIELDS, FRESH] },
  ),
  ...differs(
    {
      case: "sendOobCode and resetPassword",
      step: "of what is no address",
      reason: "Says what is wrong with it, as signUp does.",
    },
    { code: ["INVALID_EMAIL", "EMAIL_NOT_FOUND"] },
  ),
  ...differs(
    { case: "sendOobCode and resetPassword", step: "of an unknown kind", reason: SENTENCE },
    {
      code: [
        "OPERATION_NOT_ALLOWED",
        "Invalid JSON payload received. /requestType must be equal to one of the allowed values",
      ],
      fields: ["", "error.status: string"],
    },
  ),
  ...["again", "connected to one's account"].flatMap((step) =>
    differs(
      { case: "signInWithIdp", step, reason: "Ours says false where the emulator leaves the field out." },
      { fields: ["isNewUser: boolean", ""] },
    ),
  ),
  ...differs(
    { case: "signInWithIdp", step: "the account", reason: "Ours says for every account since when sign-ins count." },
    { fields: ["users[].validSince: string", ""] },
  ),
  ...differs(
    { case: "signInWithIdp", step: "the account with both", reason: NAMED },
    { fields: ["users[].displayName: string", ""] },
  ),
  ...differs(
    { case: "signInWithIdp", step: "disconnected", reason: NAMED },
    { fields: ["displayName: string, providerUserInfo[].displayName: string", ""] },
  ),
  ...differs(
    { case: "signInWithIdp", step: "without an ID token", reason: "The emulator lacks what Firebase answers here." },
    {
      status: ["400", "501"],
      code: [
        "INVALID_IDP_RESPONSE",
        "The Auth Emulator only supports sign-in with credentials (id_token required).",
      ],
      fields: ["error.errors[].domain: string", "error.status: string"],
    },
  ),
  ...differs(
    {
      case: "addresses that lead nowhere",
      step: "an unknown call",
      reason: "Ours has the same shape for every error.",
    },
    { code: ["NOT_FOUND", "Not Found"], fields: ["error.errors[].domain: string", "error.status: string"] },
  ),
  ...differs(
    {
      case: "addresses that lead nowhere",
      step: "a look instead of a call",
      reason: "Ours has the same shape for every error.",
    },
    { code: ["METHOD_NOT_ALLOWED", ""], fields: [ERROR_FIELDS, "message: string"] },
  ),
];
