// The work that makes sending many proposals expensive. It runs in a worker, so that the page stays free for typing.

function leadingZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}

/** Returns a proof of work: a number for which the digest of challenge and proof begins with so many zero bits. */
async function prove(challenge: string, difficulty: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let number = 0; ; number++) {
    const bytes = encoder.encode(`${challenge}:${number}`);
    if (leadingZeros(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) >= difficulty)
      return String(number);
  }
}

addEventListener('message', ({ data }: MessageEvent<{ challenge: string; difficulty: number }>) => {
  void prove(data.challenge, data.difficulty).then((proof) => postMessage(proof));
});
