import { isProof } from '#api/proof-of-work/rules.ts';
import type { Client } from './client.ts';

/** Returns a challenge of a service, and its proof, as a browser finds it. */
export async function workFor(client: Client, url: string): Promise<{ challenge: string; proof: string }> {
  const answer = (await client.get(`${url}/kalends/v1/submissions/challenge`)).expect(200);
  const challenge = String(answer.at('challenge'));
  const difficulty = Number(answer.at('difficulty'));
  let proof = 0;
  while (!isProof({ challenge, difficulty, expiresSeconds: 0 }, String(proof))) proof++;
  return { challenge, proof: String(proof) };
}
