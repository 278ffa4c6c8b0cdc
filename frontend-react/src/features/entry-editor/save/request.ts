import { withToken } from "../../../shared/auth";

/** Milliseconds without progress after which a request counts as lost. The server needs longer for pictures and sound. */
const IDLE_TIMEOUT = { words: 30_000, files: 120_000 };

export type Answer = { status: number; body: unknown };

/** How the sender hears about the upload's progress (0 to 1) and cancels it. */
export type UploadControl = { progress: (part: number) => void; signal?: AbortSignal | undefined };

/** One request with upload progress, which `fetch` does not report. Rejects when no answer comes. */
export function request(method: string, url: string, body: FormData, control: UploadControl): Promise<Answer> {
  return withToken((token) => send(token, method, url, body, control), control.signal);
}

function send(
  token: string | null,
  method: string,
  url: string,
  body: FormData,
  { progress, signal }: UploadControl,
): Promise<Answer> {
  return new Promise((done, lost) => {
    signal?.throwIfAborted();
    const timeout = [...body.values()].every((value) => typeof value === "string")
      ? IDLE_TIMEOUT.words
      : IDLE_TIMEOUT.files;
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), timeout);
    };
    xhr.open(method, url);
    // The body is null if it is no JSON.
    xhr.responseType = "json";
    xhr.setRequestHeader("Accept", "application/json");
    if (token) xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    xhr.upload.onprogress = (event) => {
      restartTimer();
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    xhr.onload = () => done({ status: xhr.status, body: xhr.response });
    xhr.onerror = () => lost(new Error("no connection"));
    xhr.onabort = () => lost(new Error("no answer"));
    xhr.onloadend = () => clearTimeout(timer);
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    restartTimer();
    xhr.send(body);
  });
}
