import { type FeedForm, feedTypes } from '#api/http/feed-forms.ts';
import { digestOf } from '#api/http/response-headers.ts';
import type { Answer } from '#api/routing/route.ts';
import type { Call } from '#context.ts';

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
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  type: typeOf(form),
  bytes: Buffer.from(text),
  headers: { ...headersOf(form), ...headers },
});

/**
 * Returns the answer of a feed that comes in pieces: whole where it's one, else streamed, with an entity tag that changes with
 * the calendar.
 * @param identity what the feed depends on beside the calendar and its reader
 */
export async function piecesAnswer(
  call: Call,
  form: FeedForm,
  pieces: AsyncGenerator<string>,
  identity: unknown,
): Promise<Answer> {
  const { db } = call.deps;
  const version = db.known() ?? (await db.version());
  const first = await pieces.next();
  const second = first.done ? first : await pieces.next();
  if (second.done) return wholeAnswer(form, first.value ?? '');
  async function* all() {
    yield Buffer.from(String(first.value));
    yield Buffer.from(String(second.value));
    for await (const piece of pieces) yield Buffer.from(piece);
  }
  const { viewer, language, links } = call;
  const of = [version, form, identity, viewer?.id, viewer?.role, language, links.root, links.pages];
  return {
    type: typeOf(form),
    pieces: all(),
    digest: digestOf(JSON.stringify(of)),
    headers: headersOf(form),
  };
}
