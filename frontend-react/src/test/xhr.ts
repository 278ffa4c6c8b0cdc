import { vi } from "vitest";

export type Sent = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData;
  progress(loaded: number, total: number): void;
  answer(status: number, body: unknown): void;
  /** The connection breaks. */
  lose(): void;
};

/** Takes the place of XMLHttpRequest; the list grows with each request that is sent. */
export function fakeXhr(): Sent[] {
  const all: Sent[] = [];

  class Fake {
    upload: { onprogress?: (event: object) => void } = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    #sent: Omit<Sent, "body" | "progress" | "answer" | "lose"> = { method: "", url: "", headers: {} };

    open(method: string, url: string) {
      Object.assign(this.#sent, { method, url });
    }
    setRequestHeader(name: string, value: string) {
      this.#sent.headers[name] = value;
    }
    abort() {
      this.onabort?.();
      this.onloadend?.();
    }
    send(body: FormData) {
      all.push({
        ...this.#sent,
        body,
        progress: (loaded, total) => this.upload.onprogress?.({ lengthComputable: true, loaded, total }),
        answer: (status, answer) => {
          this.status = status;
          this.response = typeof answer === "string" ? null : answer;
          this.onload?.();
          this.onloadend?.();
        },
        lose: () => {
          this.onerror?.();
          this.onloadend?.();
        },
      });
    }
  }

  vi.stubGlobal("XMLHttpRequest", Fake);
  return all;
}
