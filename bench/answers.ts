import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Plan } from './drive/plan.ts';
import { filled } from './drive/plan.ts';

/** An answer as its bytes came. */
export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends a request as the load does, without what `fetch` adds to it. */
export function ask(
  url: string,
  sent: Partial<Pick<Plan, 'headers' | 'body'>> & { path: string; method?: string },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, path, body } = sent;
    const going = request(url + path, { method, headers, agent: false }, async (answer) => {
      try {
        const bytes = await buffer(answer);
        const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(named), body: bytes });
      } catch (error) {
        reject(error);
      }
    });
    going.on('error', reject);
    going.end(body);
  });
}

/** The answer to a path. @throws Error where its status is another */
export async function get(
  url: string,
  path: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const answer = await ask(url, { path, headers });
  if (answer.status !== status)
    throw new Error(
      `GET ${url}${path} gave ${answer.status}, not ${status}: ${answer.body.subarray(0, 500)}`,
    );
  return answer;
}

/** Bytes of an answer with its head, by which rounds are checked; the head differs by some. */
export function weight({ headers, body }: Answered): { from: number; to: number } {
  const head = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    20,
  );
  const bytes = head + body.length;
  return { from: bytes * 0.95 - 60, to: bytes * 1.05 + 60 };
}

/** A plan for an address that never changes. */
export const steady = (path: string, answer: Answered, headers: Record<string, string> = {}): Plan => ({
  method: 'GET',
  path,
  headers,
  lists: [],
  bytes: weight(answer),
});

/** A plan of requests each of which is another; `sample` is an answer to one, others may be half or twice as long. */
export const varied = (path: string, lists: Plan['lists'], sample: Answered): Plan => {
  const { from, to } = weight(sample);
  return { method: 'GET', path, headers: {}, lists, bytes: { from: from / 2, to: to * 2 } };
};

/** Returns the path of a load's first request. */
export const firstPath = ({ path, lists }: Plan): string => filled(path, lists, 0);
