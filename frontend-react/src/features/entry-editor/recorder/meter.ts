// How loud it is.

/** Milliseconds between two measurements: enough for the eye, and easy on the battery. */
const INTERVAL = 80;
/** Milliseconds without a sound after which something may be wrong with the microphone. */
const SILENT_AFTER = 4000;
/** Anything below is a microphone's own noise. */
const SILENCE = 0.002;

/** Until the returned function is called, `level` hears 0 to 1 several times a second, `silent` whether there was no sound for a while. */
export function measure(stream: MediaStream, level: (level: number) => void, silent: (is: boolean) => void) {
  // The meter is optional: recording works without it.
  if (typeof AudioContext === "undefined") return () => {};
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let quietSince: number | undefined;
  let isSilent = false;
  const timer = setInterval(() => {
    // A suspended context measures nothing, which does not mean silence.
    if (context.state !== "running") return;
    analyser.getFloatTimeDomainData(samples);
    const loud = loudness(samples);
    level(shown(loud));
    const now = performance.now();
    quietSince = loud > SILENCE ? undefined : (quietSince ?? now);
    const was = isSilent;
    isSilent = quietSince !== undefined && now - quietSince > SILENT_AFTER;
    if (was !== isSilent) silent(isSilent);
  }, INTERVAL);
  return () => {
    clearInterval(timer);
    context.close().catch(() => undefined);
  };
}

/** Root mean square. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** Decibels from -50 to -10 spread over 0 to 1: as loud as it seems. */
export function shown(loud: number): number {
  const decibels = 20 * Math.log10(Math.max(loud, 1e-5));
  return Math.max(0, Math.min(1, (decibels + 50) / 40));
}
