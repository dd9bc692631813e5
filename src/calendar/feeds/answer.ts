import { type FeedForm, feedTypes } from '#api/http/negotiation.ts';
import { digestOf } from '#api/http/response-headers.ts';
import type { Answer } from '#api/routing/route.ts';
import type { EventRow } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import type { Pieces } from './items/pieces.ts';

/** A feed as a file: its form, and its name without an ending. */
export interface FeedFile {
  readonly form: FeedForm;
  readonly name: string;
}

/** Returns the file of a feed of several events. */
export const listFile = (form: FeedForm): FeedFile => ({ form, name: 'events' });

/** Returns the file of one event: it has its slug for a name, or its ID where the slug is in other letters (contract F3). */
export const itemFile = (form: FeedForm, { id, slug }: Pick<EventRow, 'id' | 'slug'>): FeedFile => ({
  form,
  name: /^[\w-]+$/.test(slug) ? slug : `event-${id}`,
});

/** Returns the name of a file with its ending. */
const fileName = ({ form, name }: FeedFile): string =>
  `${name}.${form === 'jsonfeed' || form === 'jsonld' ? 'json' : form}`;

/** Returns the content type of a form. */
const typeOf = (form: FeedForm): string =>
  /json/.test(form) ? feedTypes[form] : `${feedTypes[form]}; charset=utf-8`;

/** Returns the headers of every feed: its file's name, and for CSV that it is to be saved. */
const headersOf = (file: FeedFile): Record<string, string> => ({
  'Content-Disposition': `${file.form === 'csv' ? 'attachment' : 'inline'}; filename="${fileName(file)}"`,
});

/** Returns the answer of a feed that is known whole. */
export const wholeAnswer = (
  file: FeedFile,
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  type: typeOf(file.form),
  bytes,
  headers: { ...headersOf(file), ...headers },
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
  file: FeedFile,
  identity: unknown,
  makePieces: () => Promise<MadePieces> | MadePieces,
): Promise<Answer> {
  const { db } = call.services;
  const version = db.known() ?? (await db.version());
  const { viewer, language, links } = call;
  const { form } = file;
  const of = [version, form, identity, viewer?.id, viewer?.role, language, links.root, links.pages];
  const digest = digestOf(JSON.stringify(of));
  return {
    type: typeOf(form),
    digest,
    make: async () => {
      const { pieces, leastBytes } = await makePieces();
      const { value: first, done } = await pieces.next();
      if (done) return wholeAnswer(file, first);
      // A series may have as many dates as a list.
      await call.takeFeedTurn?.();
      return {
        type: typeOf(form),
        pieces: allOf(first, pieces),
        leastBytes,
        digest,
        headers: headersOf(file),
      };
    },
  };
}

async function* allOf(first: Buffer, rest: Pieces): AsyncGenerator<Buffer> {
  yield first;
  yield yield* rest;
}
