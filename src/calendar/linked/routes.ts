import type { TSchema } from 'typebox';
import { can, mayEdit, mayRead } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import { integerOf, truthy } from '#api/http/coercion.ts';
import { listMedia } from '#api/media/store.ts';
import { translationIn } from '#api/routing/actor.ts';
import { frameList, type QueryPairs } from '#api/routing/paging.ts';
import type { Input, Parameter, Parameters } from '#api/routing/parameter.ts';
import { type Answer, anyone, type Route, route } from '#api/routing/route.ts';
import { checkAnswerSize, SMALL, TimeSlice } from '#api/server/answer-size.ts';
import { mergeFields } from '#calendar/merging/schema.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import { isStoredAsIs } from '#calendar/posts/rules.ts';
import { statusPair } from '#calendar/posts/scope.ts';
import { findPost, mayEditPost } from '#calendar/posts/store.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';
import { KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { linkedSearchFragments } from '#foundation/text/search.ts';
import { utcText } from '#foundation/time/clock.ts';
import { createLinked, trashLinked, type WrittenLinked } from './actions.ts';
import type { LinkedKind, LinkedWrite } from './kind.ts';
import { listLinkedPage } from './list.ts';
import { mergeLinkedInto } from './merge.ts';
import { existingById, existingBySlug } from './parameters.ts';
import { linkedListParameters, linkedReadParameters } from './schema.ts';
import { findLinked, type LinkedRow, type LinkedTable, listLinkHeads, loadLocalizedLinked } from './store.ts';
import { changeLinked } from './update.ts';

/** The schemas and the presenter of one kind, from which its routes are made. */
export interface LinkedResource<T extends LinkedTable, C extends Parameters, U extends Parameters> {
  /** Parameters of a creation. */
  readonly fields: C;
  /** Parameters of an update. */
  readonly updateFields: U;
  /** Schema of the answer about one. */
  readonly item: TSchema;
  /** Schema of the answer with a page of many. */
  readonly list: TSchema;
  /** The columns in which `search` looks, in the order of the lines of `search_text`. */
  readonly searchedFields: readonly string[];
  present(row: Localized<LinkedRow<T>>, options: PresentOptions): object;
}

type ListValues = Input<typeof linkedListParameters>;
type SentValues = Readonly<Record<string, unknown>>;

/** Returns a parameter for the list's address: as sent, or as understood where the value sent can't be written there. */
function asSent(sent: SentValues, name: string): string | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? String(truthy(value)) : String(value);
}

/** Returns the parameters of the list's own address: the reference's in its order, then the others given (reference 4.10, D6). */
function listPairs(call: Call, input: ListValues, sent: SentValues): QueryPairs {
  return [
    ['per_page', input.per_page],
    ['event', input.event?.id],
    ['has_events', asSent(sent, 'has_events')],
    statusPair(call.viewer, input.status),
    ['search', input.search],
    ['only_with_upcoming', asSent(sent, 'only_with_upcoming')],
    ['orderby', input.orderby],
    ['order', input.order],
    ['context', asSent(sent, 'context') && input.context],
    ['translation_language', asSent(sent, 'translation_language')],
  ];
}

/**
 * Returns all operations on venues or on organizers (spec 4.1).
 * @param kind writes them; `S` are the fields that it takes from a request
 */
export function linkedRoutes<
  T extends LinkedTable,
  S extends LinkedWrite,
  C extends Parameters,
  U extends Parameters,
>(
  kind: LinkedKind<T, S>,
  resource: LinkedResource<T, C, U> & ([Input<C> | Input<U>] extends [S] ? unknown : never),
): readonly Route[] {
  const { kind: noun, table } = kind;
  const name = noun === 'venue' ? 'Venue' : 'Organizer';
  const url = `/${NAMESPACE}/${table}`;
  async function presentAll(
    rows: readonly LinkedRow<T>[],
    options: Omit<PresentOptions, 'pictures'>,
  ): Promise<object[]> {
    const { call } = options;
    const { read } = call.services.db;
    const ids = rows.flatMap((row) => row.image_id ?? []);
    const pictures = await listMedia(read, [...new Set(ids)]);
    const localized = await loadLocalizedLinked(read, table, rows, translationIn(call));
    const breath = localized.length > 1 ? new TimeSlice(call.services.turns) : undefined;
    const items: object[] = [];
    let bytes = 0;
    for (const row of localized) {
      items.push(resource.present(row, { ...options, pictures }));
      bytes += row.description.length;
      // A single item is never refused: a write may have changed it by now.
      if (items.length > 1) checkAnswerSize(bytes, call.services.config.answerLimit);
      const due = breath?.due;
      // Awaiting nothing would still cost a turn of the event loop's queue.
      if (due) await due;
    }
    if (bytes > SMALL) await call.reserve?.(bytes);
    return items;
  }

  /** Answers a write: who may edit the item sees it in full, and a duplicate that was found stays redacted to others (D20). */
  async function answerWrite(
    call: Call,
    { id, row: written }: WrittenLinked<T>,
    status: 200 | 201,
  ): Promise<Answer> {
    const row =
      written && isStoredAsIs(written) ? written : await findLinked(call.services.db.read, table, id);
    if (!row) throw new Error(`Number ${id} of ${table} vanished while it was written.`);
    const password = mayEdit(call.viewer, row) ? row.password : undefined;
    const shown = { call, editing: false, jsonLd: true };
    const [full] = await presentAll([row], { ...shown, password });
    const [read] = row.password === '' ? [full] : await presentAll([row], { ...shown, password: undefined });
    const { json_ld: _, ...body }: { json_ld?: unknown } = full ?? {};
    const headers = status === 201 ? { Location: call.links.rest(table, id) } : {};
    return { status, body, headers, asRead: () => ({ ...read }) };
  }

  /** Returns the operations on one, which the path names by ID or by slug (D3, D29). */
  function itemRoutes(variable: 'id' | 'slug', existing: Parameter<LinkedRow<T>, true>): Route[] {
    const suffix = variable === 'id' ? '' : 'BySlug';
    const itemUrl = variable === 'id' ? `${url}/{id}` : `${url}/by-slug/{slug}`;
    const path = { [variable]: existing };
    const rowIn = (values: Input<typeof path>): LinkedRow<T> => {
      const row = values[variable];
      // A path that names none was refused before.
      if (!row) throw new Error(`The path of ${itemUrl} was not read.`);
      return row;
    };
    const rights = {
      allows: (call: Call, values: Input<typeof path>) => mayEdit(call.viewer, rowIn(values)),
      // An unknown slug asks for the general right, a number for the right to what else may have it (reference 3.9).
      async allowsUnknown(call: Call, sent: SentValues): Promise<boolean> {
        if (variable === 'slug') return can(call.viewer, 'create');
        const other = await findPost(call.services.db.read, integerOf(sent[variable]) ?? 0);
        return other !== undefined && mayEditPost(call.viewer, other);
      },
    };
    return [
      route({
        operation: `read${name}${suffix}`,
        methods: ['GET'],
        scope: 'read',
        revises: noun,
        isCacheable: true,
        url: itemUrl,
        path,
        accepts: linkedReadParameters,
        answers: { 200: resource.item },
        errors: [`${noun}-not-accessible`, 'rest_merged'],
        allows: anyone,
        async handle(call, { path: values, input }) {
          const row = rowIn(values);
          if (!mayRead(call.viewer, row)) throw new KalendsError(`${noun}-not-accessible`);
          const { password, context } = input;
          const [body] = await presentAll([row], {
            call,
            password,
            editing: context === 'edit',
            jsonLd: true,
          });
          // A modification date ahead would promise a change that hasn't come yet (RFC 9110 §8.8.2.1).
          return {
            body,
            ...(call.validity.hasCome(row.modified_utc) ? { modifiedUtc: row.modified_utc } : {}),
          };
        },
      }),
      route({
        operation: `update${name}${suffix}`,
        methods: ['POST', 'PUT', 'PATCH'],
        scope: 'write-own',
        revises: noun,
        url: itemUrl,
        path,
        accepts: resource.updateFields,
        answers: { 200: resource.item },
        errors: ['rest_cannot_set_author', `could-not-update-${noun}`, 'rest_merged'],
        ...rights,
        async handle(call, { path: values, input }) {
          const { id } = rowIn(values);
          // The signature has compared the types; here they are still unknown to the compiler.
          const row = await changeLinked(call, kind, id, input as unknown as S);
          return answerWrite(call, { id, row }, 200);
        },
      }),
      route({
        operation: `delete${name}${suffix}`,
        methods: ['DELETE'],
        scope: 'write-own',
        revises: noun,
        url: itemUrl,
        path,
        accepts: {},
        answers: { 200: resource.item },
        errors: [`${noun}-is-in-trash`, 'rest_merged'],
        ...rights,
        async handle(call, { path: values }) {
          const { id } = rowIn(values);
          return answerWrite(call, { id, row: await trashLinked(call, kind, id) }, 200);
        },
      }),
    ];
  }

  return [
    route({
      operation: `list${name}s`,
      methods: ['GET'],
      scope: 'read',
      revises: noun,
      isCacheable: true,
      url,
      path: {},
      accepts: linkedListParameters,
      answers: { 200: resource.list },
      errors: [`${noun}-archive-page-not-found`],
      allows: anyone,
      async handle(call, { input, sent }) {
        const { search, orderby = 'date', password } = input;
        const editing = input.context === 'edit';
        const isLeftOut = call.fields && !call.fields.has(table);
        const { rows, total } = await listLinkedPage(
          call.services,
          table,
          {
            viewer: call.viewer,
            status: input.status,
            search: search === undefined ? undefined : linkedSearchFragments(search, call.language),
            translation: translationIn(call),
            password,
            editing,
            event: input.event,
            has_events: input.has_events,
            upcoming_at: input.only_with_upcoming ? utcText(call.validity.now) : undefined,
            orderby,
            order: input.order ?? (orderby === 'date' ? 'desc' : 'asc'),
          },
          { ...input, fields: resource.searchedFields.length },
        );
        if (rows.length === 0 && input.page > 1) throw new KalendsError(`${noun}-archive-page-not-found`);
        const frame = frameList(call.links.rest(table), listPairs(call, input, sent), input, total);
        const shown = isLeftOut ? [] : rows;
        const items = await presentAll(shown, { call, password, editing, jsonLd: false });
        return { body: { [table]: items, ...frame.members }, headers: frame.headers };
      },
    }),
    route({
      operation: `create${name}`,
      methods: ['POST'],
      scope: 'write-own',
      revises: noun,
      url,
      path: {},
      accepts: resource.fields,
      answers: { 201: resource.item },
      errors: ['rest_missing_callback_param', 'rest_cannot_set_author', `could-not-create-${noun}`],
      allows: (call) => can(call.viewer, 'create'),
      async handle(call, { input }) {
        // As for an update.
        return answerWrite(call, await createLinked(call, kind, input as unknown as S), 201);
      },
    }),
    route({
      operation: `merge${name}s`,
      methods: ['POST'],
      url: `/kalends/v1/${table}/{id}/merge`,
      path: { id: existingById(table) },
      accepts: mergeFields,
      scope: 'write',
      revises: noun,
      answers: { 200: resource.item },
      errors: ['rest_missing_callback_param', 'rest_merged', `${noun}-is-in-trash`],
      allows: (call, { id }) => mayEdit(call.viewer, id),
      allowsUnknown: (call) => can(call.viewer, 'create'),
      validate: async (call, { path: { id }, input: { from } }): Promise<Record<string, Problem>> => {
        if (!id || !from) return {};
        const rows = await listLinkHeads(call.services.db.read, table, from);
        const isMergeable = (one: number) => {
          const row = rows.get(one);
          return one !== id.id && row !== undefined && mayRead(call.viewer, row);
        };
        return from.length > 0 && from.every(isMergeable)
          ? {}
          : { from: { message: message('problem.merge_unknown') } };
      },
      async handle(call, { path: { id: row }, input: { from } }) {
        const merge = await mergeLinkedInto(call, kind, row.id, from);
        const { body, ...answer } = await answerWrite(call, { id: row.id }, 200);
        return { ...answer, body: { ...(body as object), merge } };
      },
    }),
    ...itemRoutes('id', existingById(table)),
    ...itemRoutes('slug', existingBySlug(table)),
  ];
}
