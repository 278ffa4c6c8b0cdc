import { type Key, type Texts, t } from "../../shared/i18n";

type Body = { code?: string; message?: string; detail?: { pro?: number; provider?: string } | null };

/**
 * What the server said no with, for people; `otherwise` where it gave no words. Free accounts are told what Pro would give.
 * `pro`: the way to Pro belongs beside the words. `provider`: whom the person must allow first, which may be another than this page knows of.
 */
export async function refusal(
  answer: Response,
  texts: Texts,
  otherwise: Key,
): Promise<{ code: string; message: string; provider?: string; pro: boolean }> {
  const { code = "", message, detail } = ((await answer.json().catch(() => null)) ?? {}) as Body;
  const words = [message || t(texts, otherwise)];
  const pro = code === "quota_used" && Boolean(detail?.pro);
  if (pro) words.push(t(texts, "editor.assistant.pro", { n: detail?.pro ?? 0 }));
  return { code, message: words.join(" "), pro, ...(detail?.provider && { provider: detail.provider }) };
}
