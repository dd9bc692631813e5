import { queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '../events/event-lists.ts';
import { api, bodyOf } from '../interface/client.ts';
import { type AdminLanguage, adminLanguages } from '../texts/texts.tsx';
import { changedFields, type EventForm, type EventInLanguages, fieldsOf } from './event-form.ts';

const readEvent = (
  id: number,
  translation_language: AdminLanguage,
  signal: AbortSignal,
): Promise<AdminEvent> =>
  bodyOf(
    api.GET('/events/{id}', {
      params: { path: { id }, query: { context: 'edit', translation_language } },
      signal,
    }),
  );

/** The query of an event with its own texts in each language. */
export const recordQuery = (id: number) =>
  queryOptions({
    queryKey: ['events', 'record', id],
    async queryFn({ signal }): Promise<EventInLanguages> {
      const [en, de, es] = await Promise.all([
        readEvent(id, 'en', signal),
        readEvent(id, 'de', signal),
        readEvent(id, 'es', signal),
      ]);
      return { en, de, es };
    },
    // What is typed is compared with it, so that nothing renews it meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Dates of a series that a change of one of them is for. */
export type SeriesReach = 'this' | 'following';

/** A form to be saved, and what it is saved over. */
export interface Saving {
  readonly form: EventForm;
  readonly before: EventForm | undefined;
  readonly id: number | undefined;
  /** Given where the event is a date of a series. */
  readonly scope: SeriesReach | undefined;
  /** The revision that the form was typed over; a write over another is refused. */
  readonly revision: number | undefined;
  /** Names the attempt to make a new event, so that one that is sent twice is made once. */
  readonly attempt: string;
}

/** Returns the revision of what was read in several languages: the oldest, if something was written between. */
export function revisionOf(record: EventInLanguages): number | undefined {
  const known = adminLanguages.flatMap((code) => record[code].revision ?? []);
  return known.length > 0 ? Math.min(...known) : undefined;
}

const matching = (revision: number | undefined) =>
  revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } };

/** Returns the languages whose texts are written, the one that a new event begins with at first. */
function languagesOf({ form, before }: Saving, primary: AdminLanguage): AdminLanguage[] {
  const written = adminLanguages.filter((code) =>
    before
      ? changedFields(before, form).includes(`words.${code}`)
      : form.words[code].title !== '' || form.words[code].description !== '',
  );
  return written.sort((one, other) => Number(other === primary) - Number(one === primary));
}

/** The event as saved, and what has failed after it: texts of further languages are writes of their own. */
export interface Saved {
  readonly event: AdminEvent;
  readonly failure: unknown;
}

/** Returns the body of a creation with the texts of a language: it has no trash, and nothing of what null takes away. */
export function newEventBody({ form, before }: Saving, language: AdminLanguage) {
  const { status, venue, recurrence, ...rest } = fieldsOf(before, form);
  return withoutNulls({
    ...rest,
    ...form.words[language],
    start_date: form.start_date,
    end_date: form.end_date,
    ...(venue ? { venue } : {}),
    ...(recurrence ? { recurrence } : {}),
    ...(status === undefined || status === 'trash' ? {} : { status }),
  });
}

/** Returns the body of a change, with the texts of a language where they have changed. */
export function changedEventBody({ form, before, scope }: Saving, language: AdminLanguage) {
  const isWritten = before === undefined || changedFields(before, form).includes(`words.${language}`);
  return {
    ...fieldsOf(before, form),
    ...(isWritten ? form.words[language] : {}),
    ...(scope ? { scope } : {}),
  };
}

/** Saves an event, in all languages that have changed. */
export async function saveEvent(saving: Saving, primary: AdminLanguage): Promise<Saved> {
  const { form, scope } = saving;
  const [first = primary, ...others] = languagesOf(saving, primary);
  const query = { translation_language: first, context: 'edit' as const };
  const reach = scope ? { scope } : {};
  let event: AdminEvent;
  if (saving.id === undefined) {
    event = await bodyOf(
      api.POST('/events', {
        params: { query, header: { 'Idempotency-Key': saving.attempt } },
        body: newEventBody(saving, first),
      }),
    );
  } else {
    event = await bodyOf(
      api.PATCH('/events/{id}', {
        params: { path: { id: saving.id }, query },
        body: changedEventBody(saving, first),
        ...matching(saving.revision),
      }),
    );
  }
  try {
    for (const language of others)
      event = await bodyOf(
        api.PATCH('/events/{id}', {
          params: { path: { id: event.id }, query: { translation_language: language, context: 'edit' } },
          body: { ...form.words[language], ...reach },
          ...matching(event.revision),
        }),
      );
  } catch (failure) {
    return { event, failure };
  }
  return { event, failure: undefined };
}

type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };
/** Returns an object without the members that are null. */
const withoutNulls = <T extends object>(value: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as WithoutNulls<T>;
