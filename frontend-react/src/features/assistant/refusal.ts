import { type Key, type Texts, t } from "../../shared/i18n";

type Body = { code?: string; message?: string; detail?: { pro?: number; provider?: string } | null };

/**
 * The text of a refusal; `otherwise` if the server gave none. Free accounts get the text about Pro. `pro`: the link to
 * Pro belongs beside the text. `provider`: the service that needs consent, which may differ from the one in the page.
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
