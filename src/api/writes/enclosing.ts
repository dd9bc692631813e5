import { AsyncLocalStorage } from 'node:async_hooks';
import type { Viewer } from '#api/access/permissions.ts';
import type { Deps } from '#context.ts';

/** Whether the requests of a batch are done, or only checked. */
export type BatchMode = 'doing' | 'checking';

/** The parts of the service with which a request of a batch is done. */
interface Enclosing extends Pick<Deps, 'db' | 'media'> {
  readonly mode: BatchMode;
  readonly viewer: Viewer;
}

const current = new AsyncLocalStorage<Enclosing>();

/** Runs a request of a batch as its sender, with the database and the files that the batch has: those of a transaction, where it is one. */
export const enclose = <T>(
  { db, media }: Deps,
  { mode, viewer }: Pick<Enclosing, 'mode' | 'viewer'>,
  work: () => Promise<T>,
): Promise<T> => current.run({ db, media, mode, viewer }, work);

/** Returns the parts of the service as the batch has them in which a request is done; outside of one as they are. */
export function enclosed(deps: Deps): Deps {
  const enclosing = current.getStore();
  return enclosing ? { ...deps, db: enclosing.db, media: enclosing.media } : deps;
}

/** Returns whose the batch is in which a request is: null for nobody's; undefined: it is in none. */
export const batchViewer = (): Viewer | undefined => current.getStore()?.viewer;

/** Returns how the batch goes in which a request is; undefined: it is in none. */
export const batchMode = (): BatchMode | undefined => current.getStore()?.mode;
