/** Keeps the screen on, where the browser can, until the returned function is called. */
export function stayAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  let ended = false;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock?.request("screen");
      if (ended) await lock?.release();
      else held = lock;
    } catch {
      // The browser refuses on a low battery; the recording goes on without the lock.
    }
  };
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", ask);
    held?.release().catch(() => undefined);
  };
}
