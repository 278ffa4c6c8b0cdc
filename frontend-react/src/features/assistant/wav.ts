// Recordings as the services want them that understand nothing else: WAV, 16 kHz, one channel, 16 bits.

const RATE = 16_000;
const HEADER = 44;

/** Decodes `sound` and mixes it down. Rejects where the browser cannot read it. */
export async function toWav(sound: Blob): Promise<Blob> {
  // Decoding also resamples the sound to the context's rate. The context's own length does not matter.
  const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await sound.arrayBuffer());
  const context = new OfflineAudioContext(1, Math.max(1, decoded.length), RATE);
  const source = context.createBufferSource();
  source.buffer = decoded;
  source.connect(context.destination);
  source.start();
  const mixed = await context.startRendering();
  return new Blob([wav(mixed.getChannelData(0))], { type: "audio/wav" });
}

/** Samples between -1 and 1 as a WAV file. */
export function wav(samples: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(HEADER + samples.length * 2);
  const view = new DataView(bytes);
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i));
  };
  text(0, "RIFF");
  view.setUint32(4, bytes.byteLength - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, at) => {
    view.setInt16(HEADER + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true);
  });
  return bytes;
}
