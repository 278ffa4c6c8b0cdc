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
      // An empty battery refuses; the recording goes on without.
    }
  };
  // The browser lets go of it whenever the page is hidden.
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", ask);
    held?.release().catch(() => undefined);
  };
}
