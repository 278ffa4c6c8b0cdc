// Timeouts for connections that exist but bring nothing for minutes.

/** Milliseconds that a call may take which needs no work of the server's. */
export const LIMIT = 15_000;

/** Aborts after a number of milliseconds, and with `outer`. */
export function limited(milliseconds: number, outer?: AbortSignal | null): AbortSignal {
  const own = new AbortController();
  const stop = () => own.abort(outer?.reason);
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  setTimeout(() => own.abort(new DOMException("no answer", "TimeoutError")), milliseconds);
  return own.signal;
}

/** Waits for `work` until `signal` aborts. The work itself goes on, since others may wait for it. */
export function unlessStopped<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return work;
  return new Promise((done, stopped) => {
    const stop = () => stopped(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(done, stopped);
  });
}
