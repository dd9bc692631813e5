import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { languages } from '#foundation/i18n/catalogue.ts';
import en from '#foundation/i18n/en.json' with { type: 'json' };
import { at, isObject, type Json, type JsonObject } from '../support/json.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let document: JsonObject;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  const { body } = (await service.anonymous.get('/doc')).expect(200);
  assert.ok(isObject(body));
  document = body;
});
after(() => service.stop());

const object = (value: Json | undefined, what: string): JsonObject => {
  if (!isObject(value)) throw new Error(`${what} is no object`);
  return value;
};
const resolve = (value: Json | undefined): Json | undefined => {
  const reference = isObject(value) ? value['$ref'] : undefined;
  return typeof reference === 'string' ? at(document, reference.slice(2).replaceAll('/', '.')) : value;
};
const operationAt = (path: string, verb: string) =>
  object(object(object(document['paths'], 'paths')[path], path)[verb], `${verb} ${path}`);

/** Every object in the document, with its path. */
function* walk(value: Json, path: string[] = []): Generator<[JsonObject, string[]]> {
  if (Array.isArray(value))
    for (const [index, member] of value.entries()) yield* walk(member, [...path, String(index)]);
  if (!isObject(value)) return;
  yield [value, path];
  for (const [name, member] of Object.entries(value))
    if (name !== 'examples' && name !== 'example') yield* walk(member, [...path, name]);
}

test('GET /doc is a valid OpenAPI 3.1 document with the members of reference 6', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors)?.slice(0, 2000));
  for (const member of ['openapi', 'info', 'servers', 'paths', 'components'])
    assert.ok(document[member], member);
  assert.equal(document['openapi'], '3.1.0');
  assert.equal(at(document, 'servers.0.url'), `${service.url}/calendar/events/v1`);
  for (const member of ['version', 'title', 'description'])
    assert.equal(typeof at(document, `info.${member}`), 'string');
});

test('GET /doc names the address, namespace and language under which it was asked for', async () => {
  const answer = await service.anonymous.get(`${service.url}/de/wp-json/tribe/events/v1/doc`);
  assert.equal(answer.at('servers.0.url'), `${service.url}/de/wp-json/tribe/events/v1`);
  assert.equal(answer.headers['content-language'], 'de');
  const paths = object(answer.at('paths'), 'paths');
  assert.equal(at(paths['/kalends/v1/users'], 'servers.0.url'), `${service.url}/de/wp-json`);
});

const events = [
  'title',
  'start_date',
  'end_date',
  'author',
  'date',
  'date_utc',
  'description',
  'slug',
  'excerpt',
  'status',
  'timezone',
  'all_day',
  'image',
  'cost',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'categories',
  'tags',
  'venue',
  'organizer',
];
const venues = [
  'venue',
  'author',
  'date',
  'date_utc',
  'description',
  'status',
  'show_map',
  'show_map_link',
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'phone',
  'stateprovince',
  'website',
  'image',
];
const organizers = [
  'organizer',
  'author',
  'date',
  'date_utc',
  'description',
  'status',
  'phone',
  'website',
  'email',
  'image',
];
const fields: Record<string, { names: string[]; required: string[] }> = {
  events: { names: events, required: ['title', 'start_date', 'end_date'] },
  venues: { names: venues, required: ['venue'] },
  organizers: { names: organizers, required: ['organizer'] },
  categories: { names: ['name', 'description', 'slug', 'parent'], required: ['name'] },
  tags: { names: ['name', 'description', 'slug'], required: ['name'] },
};

const bodyOf = (path: string, verb: string) =>
  object(
    resolve(at(operationAt(path, verb), 'requestBody.content.application/json.schema')),
    `body of ${path}`,
  );

for (const [kind, { names, required }] of Object.entries(fields)) {
  test(`POST /${kind} and updates take the fields of spec 2`, () => {
    const create = bodyOf(`/${kind}`, 'post');
    assert.deepEqual([...(create['required'] as string[])].sort(), [...required].sort());
    for (const name of names) assert.ok(at(create, `properties.${name}`), name);
    const items = [
      `/${kind}/{id}`,
      ...(/s$/.test(kind) && at(document, `paths./${kind}/by-slug/{slug}`)
        ? [`/${kind}/by-slug/{slug}`]
        : []),
    ];
    for (const item of items)
      for (const verb of ['post', 'put', 'patch']) {
        const update = bodyOf(item, verb);
        assert.equal(update['required'], undefined);
        for (const name of names) assert.ok(at(update, `properties.${name}`), `${verb} ${item} ${name}`);
      }
  });
}

test('fields have the types and defaults of spec 2', () => {
  const event = bodyOf('/events', 'post');
  const typed = (name: string) => [
    at(event, `properties.${name}.type`),
    at(event, `properties.${name}.default`),
  ];
  assert.deepEqual(typed('author'), ['integer', undefined]);
  assert.deepEqual(typed('all_day'), ['boolean', false]);
  assert.deepEqual(typed('website'), [['string', 'null'], null]);
  assert.deepEqual(typed('image'), ['string', undefined]);
  for (const list of ['categories', 'tags', 'venue', 'organizer']) {
    assert.deepEqual(typed(list), [['array', 'null'], null]);
    assert.equal(at(event, `properties.${list}.items.anyOf.0.type`), 'integer');
  }
  assert.equal(at(event, 'properties.venue.items.anyOf.1.$ref'), '#/components/schemas/CreateVenue');
  const description = at(bodyOf('/venues', 'post'), 'properties.description');
  assert.deepEqual([at(description, 'type'), at(description, 'default')], [['string', 'null'], null]);
  assert.equal(at(bodyOf('/organizers', 'post'), 'properties.status.default'), null);
});

const paging = { page: ['integer', 1], per_page: ['integer', 10] } as const;
const none = undefined;
const queries: Record<string, Record<string, readonly [string | undefined, unknown]>> = {
  '/events': {
    ...paging,
    start_date: ['string', none],
    end_date: ['string', none],
    starts_before: ['string', none],
    starts_after: ['string', none],
    ends_before: ['string', none],
    ends_after: ['string', none],
    strict_dates: ['boolean', false],
    search: ['string', none],
    categories: ['array', none],
    tags: ['array', none],
    venue: ['array', none],
    organizer: ['array', none],
    featured: ['boolean', none],
    status: ['string', none],
    geoloc: ['boolean', none],
    geoloc_lat: ['number', none],
    geoloc_lng: ['number', none],
    include: ['array', none],
    post_parent: ['integer', none],
    ticketed: ['boolean', none],
  },
  ...Object.fromEntries(
    ['/venues', '/organizers'].map((path) => [
      path,
      {
        ...paging,
        search: ['string', none],
        event: ['integer', none],
        has_events: [none, none],
        only_with_upcoming: [none, false],
        status: ['string', none],
      },
    ]),
  ),
  ...Object.fromEntries(
    ['/categories', '/tags'].map((path) => [
      path,
      {
        ...paging,
        search: ['string', none],
        exclude: ['array', none],
        include: ['array', none],
        order: ['string', none],
        orderby: ['string', none],
        hide_empty: ['boolean', true],
        post: ['integer', none],
        event: ['integer', none],
        slug: ['string', none],
        ...(path === '/categories' ? { parent: ['integer', none] as const } : {}),
      },
    ]),
  ),
};

for (const [path, wanted] of Object.entries(queries)) {
  test(`GET ${path} takes the parameters of spec 4 with their types and defaults`, () => {
    const list = operationAt(path, 'get')['parameters'];
    assert.ok(Array.isArray(list));
    for (const [name, [type, fallback]] of Object.entries(wanted)) {
      const found = object(
        list.find((p) => isObject(p) && p['name'] === name),
        `${path} ${name}`,
      );
      assert.deepEqual(
        [found['in'], found['required'], at(found, 'schema.type'), at(found, 'schema.default')],
        ['query', false, type, fallback],
        name,
      );
      if (type === 'array') assert.deepEqual([found['style'], found['explode']], ['form', false], name);
    }
  });
}

test('lists of numbers, and numbers with a fraction, say so in the document, the index and OPTIONS', async () => {
  const index = object((await service.anonymous.get('')).at('routes'), 'routes');
  const shown = (path: string, name: string, member: string) => {
    const list = operationAt(path, 'get')['parameters'];
    const found = Array.isArray(list) && list.find((p) => isObject(p) && p['name'] === name);
    const args = object(index[`/calendar/events/v1${path}`], path)['endpoints'] as JsonObject[];
    return [at(found || {}, `schema.${member}`), at(args[0] ?? {}, `args.${name}.${member}`)];
  };
  for (const path of ['/categories', '/tags'])
    for (const name of ['include', 'exclude'])
      assert.deepEqual(shown(path, name, 'items.type'), ['integer', 'integer'], `${path} ${name}`);
  for (const name of ['include', 'venue', 'organizer'])
    assert.deepEqual(shown('/events', name, 'items.type'), ['integer', 'integer'], name);
  for (const name of ['geoloc_lat', 'geoloc_lng'])
    assert.deepEqual(shown('/events', name, 'format'), ['double', 'double'], name);
  // Known to programs from the index; in OpenAPI it is no format.
  for (const path of ['/events', '/venues', '/organizers'])
    assert.deepEqual(shown(path, 'status', 'format'), [undefined, 'string'], path);
});

test('lists that a request takes name their bound, in the document and in OPTIONS', async () => {
  const unbounded = new Set<string>();
  const look = (schema: Json | undefined, where: string) => {
    for (const [value, path] of walk(resolve(schema) ?? null, [where]))
      if (value['type'] === 'array' && value['maxItems'] === undefined) unbounded.add(path.join('.'));
  };
  for (const [path, item] of Object.entries(object(document['paths'], 'paths')))
    for (const [verb, operation] of Object.entries(object(item, path))) {
      look(at(operation, 'requestBody.content.application/json.schema'), `${verb} ${path}`);
      for (const parameter of (at(operation, 'parameters') ?? []) as Json[])
        look(at(resolve(parameter), 'schema'), `${verb} ${path} ${String(at(resolve(parameter), 'name'))}`);
    }
  assert.deepEqual([...unbounded], []);
  const options = await service.anonymous.send('OPTIONS', `${service.url}/batch/v1`);
  assert.equal(options.at('endpoints.0.args.requests.maxItems'), 100);
  const events = await service.anonymous.send('OPTIONS', '/events');
  const [args = {}] = (events.at('endpoints') as JsonObject[]).filter(
    (endpoint) => (endpoint['methods'] as string[])[0] === 'POST',
  );
  for (const name of ['categories', 'venue', 'tickets', 'accessibility'])
    assert.equal(at(args, `args.${name}.maxItems`), 100, name);
  assert.equal(at(args, 'args.recurrence.anyOf.0.properties.rrule.anyOf.1.maxItems'), 5);
});

test('secrets in answers of writes are marked as such, so that a dry run hides them', () => {
  for (const [path, item] of Object.entries(object(document['paths'], 'paths')))
    for (const [verb, operation] of Object.entries(object(item, path))) {
      if (verb === 'get' || !isObject(operation)) continue;
      for (const [status, answer] of Object.entries(object(operation['responses'] ?? {}, path))) {
        if (!status.startsWith('2')) continue;
        const schema = resolve(at(resolve(answer), 'content.application/json.schema')) ?? null;
        for (const [value, where] of walk(schema, [verb, path])) {
          const name = where.at(-1) ?? '';
          const isText = value['type'] === 'string' && value['enum'] === undefined;
          if (isText && where.at(-2) === 'properties' && /secret|token|qr|uri|challenge|^code$/.test(name))
            assert.equal(value['format'], 'password', where.join('.'));
        }
      }
    }
});

test('every operation takes translation_language', () => {
  for (const [path, item] of Object.entries(object(document['paths'], 'paths')))
    assert.ok(
      isObject(item) &&
        JSON.stringify(item['parameters']).includes('#/components/parameters/translation_language'),
      path,
    );
  assert.deepEqual(at(document, 'components.parameters.translation_language.schema.enum'), [...languages]);
});

test('the routes of spec 4.1 are all there, and the index and OPTIONS say the same', async () => {
  const index = object((await service.anonymous.get('')).at('routes'), 'routes');
  const verbs = ['get', 'post', 'put', 'patch', 'delete'];
  for (const [path, item] of Object.entries(object(document['paths'], 'paths'))) {
    if (/^\/(kalends|wp|batch)/.test(path)) continue;
    const pattern = `/calendar/events/v1${path === '/' ? '' : path}`
      .replace('{id}', '(?P<id>\\d+)')
      .replace('{slug}', '(?P<slug>[^/]+)')
      .replace('{form}', '(?P<form>ics|rss|atom|jsonfeed|jsonld|csv)');
    const indexed = object(index[pattern], pattern);
    const methods = verbs.filter((verb) => isObject(item) && item[verb] !== undefined);
    assert.deepEqual(
      [...(indexed['methods'] as string[])].map((method) => method.toLowerCase()).sort(),
      [...methods].sort(),
    );
    for (const endpoint of indexed['endpoints'] as JsonObject[]) {
      const [method = ''] = endpoint['methods'] as string[];
      const operation = operationAt(path, method.toLowerCase());
      const parameters = (operation['parameters'] ?? []) as JsonObject[];
      const body = at(operation, 'requestBody.content.application/json.schema');
      const names = [
        ...parameters.flatMap((p) => p['name'] ?? []),
        ...Object.keys(object(at(resolve(body), 'properties') ?? {}, 'properties')),
        'translation_language',
      ];
      assert.deepEqual(
        Object.keys(object(endpoint['args'] ?? {}, 'args')).sort(),
        [...new Set(names)].sort(),
        `${method} ${path}`,
      );
    }
    if (!path.includes('{')) {
      const options = await service.anonymous.send('OPTIONS', path === '/' ? '' : path);
      assert.deepEqual(options.at('endpoints'), indexed['endpoints']);
    }
  }
  const found = Object.keys(index).map((pattern) => pattern.replace('/calendar/events/v1', ''));
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'])
    assert.ok(found.includes(`/${kind}`) && found.includes(`/${kind}/(?P<id>\\d+)`), kind);
});

test('every parameter, field and member has a description, and no text is left over', () => {
  const texts = new Set<unknown>();
  for (const [value, path] of walk(document)) {
    const where = path.join('.');
    for (const name of ['description', 'summary'])
      if (typeof value[name] === 'string') {
        texts.add(value[name]);
        assert.notEqual(value[name], '', `${where} ${name}`);
      }
    if (isObject(value['properties']) && !path.includes('allOf'))
      for (const [name, member] of Object.entries(value['properties']))
        assert.equal(typeof at(member, 'description'), 'string', `${where}.${name}`);
  }
  const keys = Object.entries(en).filter(([key]) =>
    /^(parameter|field|member|operation|schema|tag|header|answer|security)\./.test(key),
  );
  assert.deepEqual(
    keys.filter(([, text]) => !texts.has(text)).map(([key]) => key),
    [],
  );
});

test('examples are as their schemas say', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'doc', components: document['components'] });
  let count = 0;
  for (const [name, schema] of Object.entries(object(at(document, 'components.schemas'), 'schemas')))
    for (const example of (at(schema, 'examples') as Json[] | undefined) ?? []) {
      count++;
      assert.ok(
        ajv.validate({ $ref: `doc#/components/schemas/${name}` }, example),
        `${name} ${ajv.errorsText()}`,
      );
    }
  for (const [value, path] of walk(document)) {
    const reference = at(value, 'schema.$ref');
    if (value['example'] === undefined || typeof reference !== 'string') continue;
    count++;
    assert.ok(
      ajv.validate({ $ref: `doc${reference}` }, value['example']),
      `${path.join('.')} ${ajv.errorsText()}`,
    );
  }
  assert.ok(count > 20);
});
