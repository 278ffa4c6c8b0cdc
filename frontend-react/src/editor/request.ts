import { withToken } from "../auth";

/** Milliseconds without any progress after which a request counts as lost. Pictures and sound take the server a while. */
const STALL = { words: 30_000, files: 120_000 };

export type Answer = { status: number; body: unknown };

/** What the sender hears of the upload (0 to 1), and how it is stopped. */
export type Way = { progress: (part: number) => void; signal?: AbortSignal | undefined };

/** One request with upload progress, which `fetch` cannot tell. Rejects when no answer comes. */
export function request(method: string, url: string, body: FormData, way: Way): Promise<Answer> {
  return withToken((token) => send(token, method, url, body, way), way.signal);
}

function send(
  token: string | null,
  method: string,
  url: string,
  body: FormData,
  { progress, signal }: Way,
): Promise<Answer> {
  return new Promise((done, lost) => {
    signal?.throwIfAborted();
    const stall = [...body.values()].every((value) => typeof value === "string") ? STALL.words : STALL.files;
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), stall);
    };
    xhr.open(method, url);
    xhr.setRequestHeader("Accept", "application/json");
    if (token) xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.upload.onprogress = (event) => {
      alive();
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    xhr.onload = () => done({ status: xhr.status, body: json(xhr.responseText) });
    xhr.onerror = () => lost(new Error("no connection"));
    xhr.onabort = () => lost(new Error("no answer"));
    xhr.onloadend = () => clearTimeout(timer);
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    alive();
    xhr.send(body);
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
