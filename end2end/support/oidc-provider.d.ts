/** The package brings no types; `google.ts` uses little of it. */
declare module "oidc-provider";
