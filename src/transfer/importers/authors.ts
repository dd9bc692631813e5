import { LOGIN_MAX, NAME_MAX } from '#api/access/rules.ts';
import { findUser } from '#api/access/store.ts';
import { integerOf } from '#api/http/coercion.ts';
import type { Actor } from '#api/routing/actor.ts';
import { importAuthor } from '#api/users/actions.ts';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import type { Writing } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';
import type { SourceKey } from './import-item.ts';
import { findImported, recordImported } from './store.ts';

/** Returns a valid login made of source and ID: `example.org-3` for author 3 of `example.org`. */
export function loginFor({ source, id }: SourceKey): string {
  const place = source.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '') || 'import';
  const tail = `-${id}`;
  return place.slice(0, LOGIN_MAX - tail.length - 8) + tail;
}

/**
 * Returns the ID of the user who stands for an author of another system: the one created for it by an earlier import;
 * else an administrator with the same ID, who gains no rights by it; else a new user, with that ID if it is free.
 * Returns undefined if the author's ID is not a valid one.
 */
export async function authorFor(trx: Writing, actor: Actor, key: SourceKey): Promise<number | undefined> {
  const number = integerOf(key.id);
  if (number === undefined || number < 1 || number > ID_MAX) return undefined;
  const known = await findImported(trx, 'authors', key);
  if (known && (await findUser(trx, known.resource_id))) return known.resource_id;
  const namesake = await findUser(trx, number);
  const id =
    namesake?.role === 'administrator'
      ? namesake.id
      : await importAuthor(trx, actor, {
          wantedId: number,
          login: loginFor(key),
          name: translate(
            actor.services.config.language,
            message('import.author', { number, site: key.source }),
          ).slice(0, NAME_MAX),
        });
  await recordImported(trx, 'authors', key, { resource_id: id, digest: '' });
  return id;
}
