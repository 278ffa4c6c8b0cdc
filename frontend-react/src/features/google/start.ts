export type Start = {
  mode: "login" | "register" | "link";
  popup?: boolean;
  /** The page's name for the sign-in, by which it knows the answer. */
  id?: string;
  code: string;
  /** The page after the sign-in in the same window. */
  next: string;
  /** The person who has to sign in. */
  user: string;
  /** Inside another program's web view. */
  embedded: boolean;
};

export function startAddress({ mode, popup, id, code, next, user, embedded }: Start): string {
  const query = new URLSearchParams({ mode });
  if (popup) query.set("popup", "1");
  if (embedded) query.set("embedded", "1");
  for (const [name, value] of Object.entries({ id, code, next, user })) if (value) query.set(name, value);
  return `/api/auth/google/start?${query}`;
}

/** 32 random bytes, as the server takes them. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
