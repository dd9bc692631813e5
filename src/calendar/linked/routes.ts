import type { TSchema } from 'typebox';
import { can, mayEdit, mayRead } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import { integerOf, truthy } from '#api/http/coercion.ts';
import { listMedia } from '#api/media/store.ts';
import type { Actor } from '#api/routing/actor.ts';
import { frameList, type QueryPairs } from '#api/routing/paging.ts';
import type { Input, Parameter, Parameters } from '#api/routing/parameter.ts';
import { type Answer, anyone, type Method, type Route, route } from '#api/routing/route.ts';
import { Breath, checkVolume } from '#api/server/volume.ts';
import type { Shown } from '#calendar/posts/present.ts';
import { comesBack } from '#calendar/posts/rules.ts';
import { statusPair } from '#calendar/posts/schema.ts';
import { findPost, mayEditPost } from '#calendar/posts/store.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import { type Call, translationIn } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { linkedSearchFragments } from '#foundation/text/search.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { WrittenLinked } from './actions.ts';
import { listLinkedPage } from './list.ts';
import { existingById, existingBySlug } from './parameters.ts';
import { linkedListParameters, linkedReadParameters } from './schema.ts';
import { findLinked, type LinkedRow, type LinkedTable, listedIn } from './store.ts';

/** What the routes of venues and organizers need to know of the one they serve. */
export interface LinkedResource<T extends LinkedTable, C extends Parameters, U extends Parameters> {
  readonly kind: 'venue' | 'organizer';
  readonly table: T;
  readonly fields: C;
  readonly updateFields: U;
  readonly item: TSchema;
  readonly list: TSchema;
  /** How many fields `search` looks in. */
  readonly searched: number;
  add(actor: Actor, fields: Input<C>): Promise<WrittenLinked<T>>;
  /** Returns the row after the change; undefined: it is gone. */
  change(actor: Actor, id: number, changes: Input<U>): Promise<LinkedRow<T> | undefined>;
  trash(actor: Actor, id: number): Promise<void>;
  present(row: Localized<LinkedRow<T>>, shown: Shown): object;
}

type ListInput = Input<typeof linkedListParameters>;
type Sent = Readonly<Record<string, unknown>>;

/** A value of the list's address as it was sent, or as it was understood where that can't be written there. */
function asSent(sent: Sent, name: string): string | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? String(truthy(value)) : String(value);
}

/** The list's own address: the reference's parameters in its order, then the others that were given (reference 4.10, D6). */
function listPairs(call: Call, input: ListInput, sent: Sent): QueryPairs {
  return [
    ['per_page', input.per_page],
    ['event', input.event?.id],
    ['has_events', asSent(sent, 'has_events')],
    statusPair(call.viewer, input.status),
    ['search', input.search],
    ['only_with_upcoming', asSent(sent, 'only_with_upcoming')],
    ['orderby', asSent(sent, 'orderby')],
    ['order', input.order],
    ['context', asSent(sent, 'context') && input.context],
    ['translation_language', asSent(sent, 'translation_language')],
  ];
}

async function show<T extends LinkedTable>(
  resource: Pick<LinkedResource<T, Parameters, Parameters>, 'present' | 'table'>,
  rows: readonly LinkedRow<T>[],
  shown: Omit<Shown, 'pictures'>,
): Promise<object[]> {
  const { read } = shown.call.deps.db;
  const ids = rows.flatMap((row) => row.image_id ?? []);
  const pictures = await listMedia(read, [...new Set(ids)]);
  const listed = await listedIn(read, resource.table, rows, translationIn(shown.call));
  const breath = new Breath();
  const items: object[] = [];
  let bytes = 0;
  for (const row of listed) {
    items.push(resource.present(row, { ...shown, pictures }));
    bytes += row.description.length;
    // What a write has changed is never refused.
    if (items.length > 1) checkVolume(bytes, shown.call.deps.config.answerLimit);
    const { due } = breath;
    // Most need nobody to wait for.
    if (due) await due;
  }
  await shown.call.reserve?.(bytes);
  return items;
}

/** The operations on one that exists, which its path names by ID or by slug: the same for both (D3, D29). */
function itemRoutes<T extends LinkedTable, C extends Parameters, U extends Parameters>(
  resource: LinkedResource<T, C, U>,
  url: string,
  suffix: '' | 'BySlug',
  existing: Parameter<LinkedRow<T>, true>,
): Route[] {
  const { kind } = resource;
  const name = kind === 'venue' ? 'Venue' : 'Organizer';
  const variable = suffix === '' ? 'id' : 'slug';
  const path = { [variable]: existing };
  // The reader of the path has given a row, or the request would not have come here.
  const rowIn = (values: Input<typeof path>): LinkedRow<T> => {
    const row = values[variable];
    if (!row) throw new Error(`The path of ${url} was not read.`);
    return row;
  };

  const read = async (call: Call, row: LinkedRow<T>, input: Input<typeof linkedReadParameters>) => {
    if (!mayRead(call.viewer, row)) throw new KalendsError(`${kind}-not-accessible`);
    const shown = { call, password: input.password, editing: input.context === 'edit', jsonLd: true };
    const [body] = await show(resource, [row], shown);
    // What was given a date ahead is no reason to tell a change that hasn't come yet (RFC 9110 §8.8.2.1).
    return { body, ...(call.validity.hasCome(row.modified_utc) ? { modifiedUtc: row.modified_utc } : {}) };
  };
  const mayWrite = (call: Call, values: Input<typeof path>) => mayEdit(call.viewer, rowIn(values));
  // By slug the general right decides, by number the right to what else may have it (reference 3.9).
  const mayWriteUnknown = async (call: Call, sent: Readonly<Record<string, unknown>>): Promise<boolean> => {
    if (variable === 'slug') return can(call.viewer, 'create');
    const other = await findPost(call.deps.db.read, integerOf(sent[variable]) ?? 0);
    return other !== undefined && mayEditPost(call.viewer, other);
  };
  const write: readonly Method[] = ['POST', 'PUT', 'PATCH'];
  return [
    route({
      operation: `read${name}${suffix}`,
      methods: ['GET'],
      keeps: true,
      url,
      path,
      accepts: linkedReadParameters,
      answers: { 200: resource.item },
      errors: [`${kind}-not-accessible`],
      allows: anyone,
      handle: (call, received) => read(call, rowIn(received.path), received.input),
    }),
    route({
      operation: `update${name}${suffix}`,
      methods: write,
      url,
      path,
      accepts: resource.updateFields,
      answers: { 200: resource.item },
      errors: ['rest_cannot_set_author', `could-not-update-${kind}`],
      allows: mayWrite,
      allowsUnknown: mayWriteUnknown,
      handle: async (call, received) => {
        const { id } = rowIn(received.path);
        const row = await resource.change(call, id, received.input);
        return answerWith(resource, call, { id, row }, 200);
      },
    }),
    route({
      operation: `delete${name}${suffix}`,
      methods: ['DELETE'],
      url,
      path,
      accepts: {},
      answers: { 200: resource.item },
      errors: [`${kind}-is-in-trash`],
      allows: mayWrite,
      allowsUnknown: mayWriteUnknown,
      handle: async (call, received) => {
        const { id } = rowIn(received.path);
        await resource.trash(call, id);
        return answerWith(resource, call, { id }, 200);
      },
    }),
  ];
}

/** The answer of a write: whoever may write it sees it whole; a duplicate that was found stays closed to others (D20). */
async function answerWith<T extends LinkedTable>(
  resource: Pick<LinkedResource<T, Parameters, Parameters>, 'table' | 'present'>,
  call: Call,
  { id, row: written }: WrittenLinked<T>,
  status: 200 | 201,
): Promise<Answer> {
  const isAsStored = written !== undefined && comesBack(written);
  const row = isAsStored ? written : await findLinked(call.deps.db.read, resource.table, id);
  if (!row) throw new Error(`Number ${id} of ${resource.table} vanished while it was written.`);
  const password = mayEdit(call.viewer, row) ? row.password : undefined;
  const [body] = await show(resource, [row], { call, password, editing: false, jsonLd: false });
  const headers = status === 201 ? { Location: call.links.rest(resource.table, id) } : {};
  return { status, body, headers };
}

/** All operations on venues or organizers (spec 4.1). */
export function linkedRoutes<T extends LinkedTable, C extends Parameters, U extends Parameters>(
  resource: LinkedResource<T, C, U>,
): readonly Route[] {
  const { kind, table } = resource;
  const url = `/${NAMESPACE}/${table}`;

  const list = async (call: Call, input: ListInput, sent: Sent): Promise<Answer> => {
    const editing = input.context === 'edit';
    const { search, orderby } = input;
    const isLeftOut = call.fields && !call.fields.has(table);
    const { rows, total } = await listLinkedPage(
      call.deps.db,
      table,
      {
        viewer: call.viewer,
        status: input.status,
        search: search === undefined ? undefined : linkedSearchFragments(search, call.language),
        translation: translationIn(call),
        password: input.password,
        editing,
        event: input.event,
        has_events: input.has_events,
        upcoming_at: input.only_with_upcoming ? utcText(call.validity.now) : undefined,
        orderby,
        order: input.order ?? (orderby === 'date' ? 'desc' : 'asc'),
      },
      { ...input, fields: resource.searched },
    );
    if (rows.length === 0 && input.page > 1) throw new KalendsError(`${kind}-archive-page-not-found`);
    const frame = frameList(call.links.rest(table), listPairs(call, input, sent), input, total);
    const items = await show(resource, isLeftOut ? [] : rows, {
      call,
      password: input.password,
      editing,
      jsonLd: false,
    });
    return { body: { [table]: items, ...frame.members }, headers: frame.headers };
  };

  return [
    route({
      operation: kind === 'venue' ? 'listVenues' : 'listOrganizers',
      methods: ['GET'],
      keeps: true,
      url,
      path: {},
      accepts: linkedListParameters,
      answers: { 200: resource.list },
      errors: [`${kind}-archive-page-not-found`],
      allows: anyone,
      handle: (call, { input, sent }) => list(call, input, sent),
    }),
    route({
      operation: kind === 'venue' ? 'createVenue' : 'createOrganizer',
      methods: ['POST'],
      url,
      path: {},
      accepts: resource.fields,
      answers: { 201: resource.item },
      errors: ['rest_missing_callback_param', 'rest_cannot_set_author', `could-not-create-${kind}`],
      allows: (call) => can(call.viewer, 'create'),
      handle: async (call, { input }) => answerWith(resource, call, await resource.add(call, input), 201),
    }),
    ...itemRoutes(resource, `${url}/{id}`, '', existingById(table)),
    ...itemRoutes(resource, `${url}/by-slug/{slug}`, 'BySlug', existingBySlug(table)),
  ];
}
