import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Answer } from './client.ts';
import type { Service } from './service.ts';

/** Looks into a service's data beside it. */
export interface Watch {
  /** Does work that must not write, and throws where the service committed anything at all meanwhile. */
  withoutChange(what: string, work: () => Promise<unknown>): Promise<void>;
  close(): void;
}

const ROLES = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** Watches a service with `people` whose clock stands: else it notes the use of tokens now and then. */
export async function watch(service: Service): Promise<Watch> {
  for (const role of ROLES) await service.as(role).get('/events?per_page=1');
  const file = new DatabaseSync(path.join(service.data, 'kalends.db'), { readOnly: true });
  const commits = () => file.prepare('pragma data_version').get()?.['data_version'];
  // The first use of each token is noted without being waited for.
  for (let seen = commits(), quiet = 0; quiet < 3; quiet++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (commits() === seen) continue;
    seen = commits();
    quiet = 0;
  }
  return {
    withoutChange: async (what, work) => {
      const before = commits();
      await work();
      assert.equal(commits(), before, `${what}: something was written`);
    },
    close: () => file.close(),
  };
}

/** Checks status, code of an error (undefined: none) and, where given, the `Allow` header of an answer. */
export function check(answer: Answer, what: string, status: number, code?: string, allow?: string): void {
  const found = [answer.status, answer.status < 300 ? undefined : answer.at('code')];
  assert.deepEqual(found, [status, code], what);
  if (code !== undefined) assert.equal(answer.at('data.status'), status, what);
  if (allow !== undefined) assert.equal(answer.headers['allow'], allow, what);
}
