import { type FeedForm, feedTypes } from '#api/http/feed-forms.ts';
import { digestOf } from '#api/http/response-headers.ts';
import type { Answer } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import type { Pieces } from './items/pieces.ts';

/** The name of a feed's file. */
const fileName = (form: FeedForm): string =>
  `events.${form === 'jsonfeed' || form === 'jsonld' ? 'json' : form}`;

/** Returns the content type of a form. */
const typeOf = (form: FeedForm): string =>
  /json/.test(form) ? feedTypes[form] : `${feedTypes[form]}; charset=utf-8`;

/** Returns the headers of every feed of a form: its file's name, and for CSV that it is to be saved. */
const headersOf = (form: FeedForm): Record<string, string> => ({
  'Content-Disposition': `${form === 'csv' ? 'attachment' : 'inline'}; filename="${fileName(form)}"`,
});

/** Returns the answer of a feed that is known whole. */
export const wholeAnswer = (
  form: FeedForm,
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  type: typeOf(form),
  bytes,
  headers: { ...headersOf(form), ...headers },
});

/** A feed in pieces, and how many bytes it has at least, where that is known. */
interface MadePieces {
  readonly pieces: Pieces;
  readonly leastBytes?: number;
}

/**
 * Returns the answer of a feed that comes in pieces: whole where it's one, else streamed, with an entity tag that changes with
 * the calendar. Nothing is read for clients that have what that tag names.
 * @param identity what the feed depends on beside the calendar and its reader
 */
export async function piecesAnswer(
  call: Call,
  form: FeedForm,
  identity: unknown,
  makePieces: () => Promise<MadePieces> | MadePieces,
): Promise<Answer> {
  const { db } = call.deps;
  const version = db.known() ?? (await db.version());
  const { viewer, language, links } = call;
  const of = [version, form, identity, viewer?.id, viewer?.role, language, links.root, links.pages];
  const digest = digestOf(JSON.stringify(of));
  return {
    type: typeOf(form),
    digest,
    make: async () => {
      const { pieces, leastBytes } = await makePieces();
      const { value: first, done } = await pieces.next();
      if (done) return wholeAnswer(form, first);
      return {
        type: typeOf(form),
        pieces: allOf(first, pieces),
        leastBytes,
        digest,
        headers: headersOf(form),
      };
    },
  };
}

async function* allOf(first: Buffer, rest: Pieces): AsyncGenerator<Buffer> {
  yield first;
  yield yield* rest;
}
