import { type Key, type Texts, t } from "../i18n";

type Body = { code?: string; message?: string; detail?: { pro?: number; provider?: string } | null };

/**
 * What the server said no with, for people; `otherwise` where it gave no words. Free accounts are told what Pro would give.
 * `provider`: whom the person must allow first, which may be another than this page knows of.
 */
export async function refusal(
  answer: Response,
  texts: Texts,
  otherwise: Key,
): Promise<{ code: string; message: string; provider?: string }> {
  const { code = "", message, detail } = ((await answer.json().catch(() => null)) ?? {}) as Body;
  const words = [message || t(texts, otherwise)];
  if (code === "quota_used" && detail?.pro) words.push(t(texts, "editor.assistant.pro", { n: detail.pro }));
  return { code, message: words.join(" "), ...(detail?.provider && { provider: detail.provider }) };
}
