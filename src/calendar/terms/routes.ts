import type { TSchema } from 'typebox';
import { can } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import { translationIn } from '#api/routing/actor.ts';
import { frameList } from '#api/routing/paging.ts';
import { ofNew, type Parameter, required } from '#api/routing/parameter.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { mergeFields } from '#calendar/merging/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import type { Call } from '#context.ts';
import { KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { changeTerm, createTerm, removeTerm } from './actions.ts';
import { type TermKind, termTraits } from './kind.ts';
import { listTerms } from './list.ts';
import { givenFilters, termFilters } from './list-parameters.ts';
import { mergeTerms } from './merge.ts';
import { existingTerm } from './parameters.ts';
import { hyperLinks, presentTerm } from './present.ts';
import type { Term, termFields } from './schema.ts';
import {
  descendantCategories,
  listSlugsAbove,
  loadLocalizedTerms,
  matchTerms,
  type TermRow,
} from './store.ts';

/** The words, parameters and schemas of one kind, from which its routes are made. */
export interface TermResource {
  kind: TermKind;
  /** Its name in names of operations. */
  one: string;
  /** Its plural there. */
  many: string;
  /** Request fields of a write. */
  fields: typeof termFields & {
    parent?: Parameter<number | null, false>;
    color?: Parameter<CategoryColor | null, false>;
    mark?: Parameter<CategoryMark | null, false>;
  };
  /** Filters that the other kind doesn't have. */
  filters: { parent?: Parameter<number, false> };
  /** Schema of the answer about one. */
  item: TSchema;
  /** Schema of the answer with a page of many. */
  list: TSchema;
}

/** Returns what is wrong with a merge: none, itself, unknown ones, categories that it lies below. */
async function mergeProblems(
  call: Call,
  kind: TermKind,
  into: TermRow | undefined,
  from: readonly number[] | undefined,
): Promise<Record<string, Problem>> {
  if (!into || !from) return {};
  const { read } = call.services.db;
  const { ids } = await matchTerms(read, kind, { ids: from, slugs: [], keys: [] });
  if (from.length === 0 || from.some((id) => id === into.id || ids.get(id) !== id))
    return { from: { message: message('problem.merge_unknown') } };
  if (kind === 'categories' && (await descendantCategories(read, from)).includes(into.id))
    return { from: { message: message('problem.merge_ancestor') } };
  return {};
}

/** Returns the operations on a kind of terms (spec 4.1, reference 3.6, contract W5). */
export function termRoutes({ kind, one, many, fields, filters, item, list }: TermResource): Route[] {
  const url = `/${NAMESPACE}/${kind}`;
  const path = { id: required(existingTerm(kind)) };
  const { capability, logged } = termTraits[kind];
  const mayWrite = ({ viewer }: Call) => can(viewer, capability);
  const rights = { allows: mayWrite, allowsUnknown: mayWrite };
  const presentAll = async (call: Call, rows: readonly TermRow[]): Promise<Term[]> => {
    const { read } = call.services.db;
    const translation = translationIn(call);
    const above = await listSlugsAbove(read, rows, translation);
    const localized = await loadLocalizedTerms(read, kind, rows, translation);
    return localized.map((row) => presentTerm(row, kind, above.get(row.id) ?? [], call));
  };
  const presentOne = async (call: Call, row: TermRow): Promise<Term> => {
    const [term] = await presentAll(call, [row]);
    if (!term) throw new Error(`Number ${row.id} of ${kind} was not shown.`);
    return { ...term, _links: hyperLinks(term) };
  };
  // Tags have no field `parent`; one that was sent is an error of its own, after the permission (reference 3.6).
  const refuseParent = (sent: Readonly<Record<string, unknown>>) => {
    if (kind === 'tags' && sent['parent'] !== undefined && sent['parent'] !== null)
      throw new KalendsError('rest_taxonomy_not_hierarchical');
  };

  return [
    route({
      operation: `list${many}`,
      methods: ['GET'],
      scope: 'read',
      revises: logged,
      isCacheable: true,
      url,
      path: {},
      accepts: termFilters(kind, filters),
      answers: { 200: list },
      errors: ['rest_invalid_param'],
      allows: anyone,
      async handle(call, { input, sent }) {
        const { rows, total } = await listTerms(
          call.services.db.read,
          kind,
          {
            search: input.search,
            exclude: input.exclude?.ids,
            include: input.include?.ids,
            order: input.order ?? 'asc',
            orderby: input.orderby ?? 'name',
            hideEmpty: input.hide_empty,
            parent: input.parent,
            event: input.event ?? input.post,
            slug: input.slug,
            translation: translationIn(call),
          },
          input,
        );
        const terms = await presentAll(call, rows);
        const frame = frameList(call.links.rest(kind), givenFilters(input, sent), input, total);
        return { body: { ...frame.members, [kind]: terms }, headers: frame.headers };
      },
    }),
    route({
      operation: `create${one}`,
      methods: ['POST'],
      scope: 'write',
      revises: logged,
      url,
      path: {},
      accepts: ofNew({ ...fields, name: required(fields.name) }),
      answers: { 201: item },
      errors: [
        'rest_missing_callback_param',
        'rest_invalid_param',
        'rest_forbidden',
        'term_exists',
        'empty_term_name',
        ...(kind === 'tags' ? (['rest_taxonomy_not_hierarchical'] as const) : []),
      ],
      ...rights,
      async handle(call, { input, sent }) {
        refuseParent(sent);
        const made = await createTerm(call, kind, input);
        return {
          status: 201,
          body: await presentOne(call, made),
          headers: { Location: call.links.rest(kind, made.id) },
        };
      },
    }),
    route({
      operation: `read${one}`,
      methods: ['GET'],
      scope: 'read',
      revises: logged,
      isCacheable: true,
      url: `${url}/{id}`,
      path,
      accepts: {},
      answers: { 200: item },
      errors: ['rest_invalid_param', 'rest_merged'],
      allows: anyone,
      async handle(call, { path: { id: row } }) {
        return { body: await presentOne(call, row) };
      },
    }),
    route({
      operation: `update${one}`,
      methods: ['POST', 'PUT', 'PATCH'],
      scope: 'write',
      revises: logged,
      url: `${url}/{id}`,
      path,
      accepts: {
        ...fields,
        name: translatable(fields.name),
        description: translatable(fields.description),
        slug: translatable(fields.slug),
      },
      answers: { 200: item },
      errors: [
        'rest_invalid_param',
        'rest_forbidden',
        'duplicate_term_slug',
        'empty_term_name',
        'rest_merged',
        ...(kind === 'tags' ? (['rest_taxonomy_not_hierarchical'] as const) : []),
      ],
      ...rights,
      async handle(call, { path: { id: row }, input, sent }) {
        refuseParent(sent);
        return { body: await presentOne(call, await changeTerm(call, kind, row.id, input)) };
      },
    }),
    route({
      operation: `delete${one}`,
      methods: ['DELETE'],
      scope: 'write',
      revises: logged,
      url: `${url}/{id}`,
      path,
      accepts: {},
      answers: { 200: item },
      errors: ['rest_invalid_param', 'rest_forbidden', 'rest_merged'],
      ...rights,
      async handle(call, { path: { id: row } }) {
        // The answer shows the term as it was.
        const [body] = await presentAll(call, [row]);
        await removeTerm(call, kind, row.id);
        return { body };
      },
    }),
    route({
      operation: `merge${many}`,
      methods: ['POST'],
      url: `/kalends/v1/${kind}/{id}/merge`,
      path,
      accepts: mergeFields,
      scope: 'write',
      revises: logged,
      answers: { 200: item },
      errors: ['rest_missing_callback_param', 'rest_merged'],
      ...rights,
      validate: (call, { path: { id }, input: { from } }) => mergeProblems(call, kind, id, from),
      async handle(call, { path: { id: before }, input: { from } }) {
        const { id, row } = await mergeTerms(call, kind, before.id, from);
        return { body: { ...(await presentOne(call, row)), merge: { id, merged: from } } };
      },
    }),
  ];
}
