import Type, { type TSchema } from 'typebox';
import { NAMESPACE } from '#api/http/address.ts';
import { feedForms } from '#api/http/negotiation.ts';
import { type Parameter, type Parameters, parameter, withDefault } from '#api/routing/parameter.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import { type DescribedKind, describe, subjectOf } from '#foundation/i18n/descriptions.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { everyRoute } from './request-input.ts';
import { routesByUrl } from './route-permissions.ts';

const anything: Parameter<unknown, false> = parameter<unknown>(Type.Unknown(), (value) => ({ value }));

/** Keywords of a parameter's schema that OPTIONS and the index show. */
const SHOWN = [
  'type',
  'format',
  'items',
  'enum',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'anyOf',
];

function describeParameter(
  name: string,
  p: Parameter<unknown>,
  call: Call,
  at: { of: DescribedKind; subject: string },
): Record<string, unknown> {
  const schema: Record<string, unknown> = { ...p.schema };
  const shown: Record<string, unknown> = {};
  for (const member of SHOWN) if (schema[member] !== undefined) shown[member] = schema[member];
  if (shown['enum']) shown['type'] ??= 'string';
  const fallback = p.fallback ? p.fallback(call) : (p.defaultValue ?? schema['default']);
  if (fallback !== undefined) shown['default'] = fallback;
  return {
    ...shown,
    ...describe(call.language, at.of, [at.subject, name]),
    required: p.required,
  };
}

function describeArguments(one: Route, call: Call): unknown {
  const written = one.methods.includes('POST');
  const places: readonly (readonly [DescribedKind, Parameters])[] = [
    [written ? 'field' : 'parameter', one.accepts],
    ['parameter', one.path],
    ['parameter', everyRoute],
  ];
  const shown: Record<string, unknown> = {};
  for (const [of, parameters] of places)
    for (const [name, p] of Object.entries(parameters))
      shown[name] = describeParameter(name, p, call, { of, subject: subjectOf(one.url) });
  return Object.keys(shown).length > 0 ? shown : [];
}

const pattern = (url: string) =>
  url
    .replace('{slug}', '(?P<slug>[^/]+)')
    .replace('{secret}', '(?P<secret>[^/]+)')
    .replace('{form}', `(?P<form>${feedForms.join('|')})`)
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?P<${name}>\\d+)`);
const shownUrl = (url: string, call: Call) => url.replace(NAMESPACE, call.namespace);

/** Returns the description of a path for OPTIONS and the index (reference 1.4, 3.1). */
export function describePath(routes: readonly Route[], url: string, call: Call): Record<string, unknown> {
  const siblings = routesByUrl(routes).get(url) ?? [];
  return {
    namespace: url.startsWith(`/${NAMESPACE}`) ? call.namespace : url.split('/').slice(1, 3).join('/'),
    methods: siblings.flatMap((one) => one.methods),
    endpoints: siblings.map((one) => ({ methods: one.methods, args: describeArguments(one, call) })),
    ...(url.includes('{') ? {} : { _links: { self: [{ href: call.links.base + shownUrl(url, call) }] } }),
  };
}

const NamespaceIndex: TSchema = Type.Object({
  namespace: Type.String(),
  routes: Type.Record(Type.String(), Type.Object({}, { additionalProperties: true })),
  _links: Type.Object({}, { additionalProperties: true }),
});

const SiteIndex: TSchema = Type.Object({
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
  home: Type.String(),
  gmt_offset: Type.Number(),
  timezone_string: Type.String(),
  namespaces: Type.Array(Type.String()),
  authentication: Type.Object({}, { additionalProperties: true }),
  routes: Type.Record(Type.String(), Type.Object({}, { additionalProperties: true })),
});

function describeAll(
  routes: readonly Route[],
  call: Call,
  of: (url: string) => boolean,
): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  for (const url of routesByUrl(routes).keys())
    if (of(url)) described[pattern(shownUrl(url, call))] = describePath(routes, url, call);
  return described;
}

function gmtOffset(call: Call): number {
  const utc = utcText(call.validity.now);
  const wall = toWall(utc, call.services.config.timezone);
  const read = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'));
  return read(utc).until(read(wall)).total('hours');
}

/** Returns the routes of the index of the namespace and of the site (reference 3.1, contract 1). */
export function indexRoutes(all: () => readonly Route[]): Route[] {
  return [
    route({
      operation: 'readIndex',
      methods: ['GET'],
      scope: 'read',
      isCacheable: true,
      url: `/${NAMESPACE}`,
      path: {},
      accepts: {
        namespace: withDefault(anything, (call: Call) => call.namespace, NAMESPACE),
        context: withDefault(anything, 'view'),
      },
      answers: { 200: NamespaceIndex },
      errors: ['rest_invalid_namespace'],
      allows: anyone,
      async handle(call, { input }) {
        const asked = (typeof input.namespace === 'string' ? input.namespace : '')
          .replace(/^\/|\/$/g, '')
          .toLowerCase();
        if (asked !== NAMESPACE && asked !== 'tribe/events/v1')
          throw new KalendsError('rest_invalid_namespace');
        const shown = { ...call, namespace: asked };
        return {
          body: {
            namespace: asked,
            routes: describeAll(all(), shown, (url) => url.startsWith(`/${NAMESPACE}`)),
            _links: { up: [{ href: `${call.links.base}/` }] },
          },
        };
      },
    }),
    route({
      operation: 'readSiteIndex',
      methods: ['GET'],
      scope: 'read',
      isCacheable: true,
      url: '/wp-json',
      path: {},
      accepts: {},
      answers: { 200: SiteIndex },
      errors: [],
      allows: anyone,
      async handle(call) {
        return {
          body: {
            name: call.services.config.siteName,
            description: translate(call.language, message('site.description')),
            url: call.links.origin,
            home: call.links.origin,
            gmt_offset: gmtOffset(call),
            timezone_string: call.services.config.timezone,
            namespaces: [NAMESPACE, 'tribe/events/v1', 'kalends/v1'],
            authentication: {},
            routes: describeAll(all(), call, () => true),
          },
        };
      },
    }),
  ];
}
