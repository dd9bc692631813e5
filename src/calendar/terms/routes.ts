import { can } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import { frameList } from '#api/routing/paging.ts';
import { ofNew, required } from '#api/routing/parameter.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import { type Call, translationIn } from '#context.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { changeTerm, createTerm, removeTerm } from './actions.ts';
import { existingTerm, type parentFilter, type TermParameters } from './fields.ts';
import { type TermKind, termTraits } from './kind.ts';
import { listTerms } from './list.ts';
import { givenFilters, termFilters } from './list-parameters.ts';
import { hyperLinks, presentTerm } from './present.ts';
import { Category, CategoryList, Tag, TagList, type Term } from './schema.ts';
import { findTerm, listSlugsAbove, loadLocalizedTerms, type TermRow } from './store.ts';

/** What one kind brings: its words in operations, the fields of a write, and filters of its own. */
export interface TermRoutes {
  kind: TermKind;
  one: string;
  many: string;
  fields: TermParameters;
  filters: { parent?: typeof parentFilter };
}

const schemas = {
  categories: { item: Category, list: CategoryList },
  tags: { item: Tag, list: TagList },
};

/** The five operations of a kind of terms (spec 4.1, reference 3.6). */
export function termRoutes({ kind, one, many, fields, filters }: TermRoutes): Route[] {
  const url = `/${NAMESPACE}/${kind}`;
  const path = { id: required(existingTerm(kind)) };
  const mayWrite = ({ viewer }: Call) => can(viewer, termTraits[kind].capability);
  const rights = { allows: mayWrite, allowsUnknown: mayWrite };
  const shownAll = async (call: Call, rows: readonly TermRow[]): Promise<Term[]> => {
    const { read } = call.deps.db;
    const translation = translationIn(call);
    const above = await listSlugsAbove(read, rows, translation);
    const listed = await loadLocalizedTerms(read, kind, rows, translation);
    return listed.map((row) => presentTerm(row, kind, above.get(row.id) ?? [], call));
  };
  const shown = async (call: Call, row: TermRow): Promise<Term> => {
    const [term] = await shownAll(call, [row]);
    if (!term) throw new Error(`Number ${row.id} of ${kind} was not shown.`);
    return { ...term, _links: hyperLinks(term) };
  };
  // Tags have no field `parent`, yet one that was sent is an error of its own, after the permission (reference 3.6).
  const refuseParent = (sent: Readonly<Record<string, unknown>>) => {
    if (kind === 'tags' && sent['parent'] !== undefined && sent['parent'] !== null)
      throw new KalendsError('rest_taxonomy_not_hierarchical');
  };

  return [
    route({
      operation: `list${many}`,
      methods: ['GET'],
      keeps: true,
      url,
      path: {},
      accepts: termFilters(kind, filters),
      answers: { 200: schemas[kind].list },
      errors: ['rest_invalid_param'],
      allows: anyone,
      async handle(call, { input, sent }) {
        const { rows, total } = await listTerms(
          call.deps.db.read,
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
        const terms = await shownAll(call, rows);
        const frame = frameList(call.links.rest(kind), givenFilters(input, sent), input, total);
        return { body: { ...frame.members, [kind]: terms }, headers: frame.headers };
      },
    }),
    route({
      operation: `create${one}`,
      methods: ['POST'],
      url,
      path: {},
      accepts: ofNew({ ...fields, name: required(fields.name) }),
      answers: { 201: schemas[kind].item },
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
          body: await shown(call, made),
          headers: { Location: call.links.rest(kind, made.id) },
        };
      },
    }),
    route({
      operation: `read${one}`,
      methods: ['GET'],
      keeps: true,
      url: `${url}/{id}`,
      path,
      accepts: {},
      answers: { 200: schemas[kind].item },
      errors: ['rest_invalid_param'],
      allows: anyone,
      async handle(call, { path: { id } }) {
        const row = await findTerm(call.deps.db.read, kind, id);
        if (!row) throw invalidParameter('id', message('problem.unknown_id'));
        return { body: await shown(call, row) };
      },
    }),
    route({
      operation: `update${one}`,
      methods: ['POST', 'PUT', 'PATCH'],
      url: `${url}/{id}`,
      path,
      accepts: {
        ...fields,
        name: translatable(fields.name),
        description: translatable(fields.description),
        slug: translatable(fields.slug),
      },
      answers: { 200: schemas[kind].item },
      errors: [
        'rest_invalid_param',
        'rest_forbidden',
        'duplicate_term_slug',
        'empty_term_name',
        ...(kind === 'tags' ? (['rest_taxonomy_not_hierarchical'] as const) : []),
      ],
      ...rights,
      async handle(call, { path: { id }, input, sent }) {
        refuseParent(sent);
        return { body: await shown(call, await changeTerm(call, kind, id, input)) };
      },
    }),
    route({
      operation: `delete${one}`,
      methods: ['DELETE'],
      url: `${url}/{id}`,
      path,
      accepts: {},
      answers: { 200: schemas[kind].item },
      errors: ['rest_invalid_param', 'rest_forbidden'],
      ...rights,
      async handle(call, { path: { id } }) {
        const before = await findTerm(call.deps.db.read, kind, id);
        const [body] = before ? await shownAll(call, [before]) : [];
        await removeTerm(call, kind, id);
        return { body };
      },
    }),
  ];
}
