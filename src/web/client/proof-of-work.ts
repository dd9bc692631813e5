// The work that makes sending many proposals dear.

function leadingZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}

/** Returns a proof of work: what makes the digest of challenge and proof begin with so many zero bits. */
export async function prove(challenge: string, difficulty: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let number = 0; ; number++) {
    const bytes = encoder.encode(`${challenge}:${number}`);
    if (leadingZeros(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) >= difficulty)
      return String(number);
  }
}
