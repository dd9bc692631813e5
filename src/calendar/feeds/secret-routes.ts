import Type, { type Static } from 'typebox';
import { makeToken, tokenHash } from '#api/access/credentials.ts';
import { can } from '#api/access/permissions.ts';
import { feedForms, feedTypes } from '#api/http/negotiation.ts';
import {
  dateText,
  type Input,
  oneOf,
  positiveInteger,
  required,
  text,
  withDefault,
} from '#api/routing/parameter.ts';
import { type Answer, anyone, type Route, route, signedIn } from '#api/routing/route.ts';
import { secretText } from '#api/routing/secret-text.ts';
import { parseQuery, readParameters } from '#api/server/request-input.ts';
import { keptQueryProblem, queryField } from '#calendar/events/filters/query-field.ts';
import type { Call } from '#context.ts';
import { forbidden, KalendsError, type Problem } from '#errors.ts';
import { languageOf, message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { feedListParameters, formInPath, listFeed } from './routes.ts';
import { deleteFeed, type FeedRow, findFeed, insertFeed, listFeeds } from './store.ts';

const URL = '/kalends/v1/feeds';
const NAME_MAX = 200;

/** A secret address as answered; dates are UTC, `YYYY-MM-DD HH:MM:SS`. */
export const FeedAnswer = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  query: Type.String(),
  form: Type.Enum([...feedForms]),
  user: Type.Integer(),
  created_utc: Type.String(),
  expires_utc: Type.Union([Type.String(), Type.Null()]),
});
type FeedAnswer = Static<typeof FeedAnswer>;
/** All secret addresses that the caller may revoke. */
export const FeedsAnswer = Type.Object({ feeds: Type.Array(FeedAnswer) });
/** A new secret address with its `url`, which is never shown again. */
export const NewFeedAnswer = Type.Object({ ...FeedAnswer.properties, url: secretText() });

const fields = {
  name: required(text({ max: NAME_MAX })),
  query: withDefault(queryField, ''),
  form: withDefault(oneOf(feedForms), 'ics'),
  expires: { ...dateText, nulls: 'absent' as const },
};
type Fields = Input<typeof fields>;

const presentFeed = ({ id, name, query, form, user_id, created_utc, expires_utc }: FeedRow): FeedAnswer => ({
  id,
  name,
  query,
  form: feedForms.find((one) => one === form) ?? 'ics',
  user: user_id,
  created_utc,
  expires_utc,
});

/** Returns when a secret address is to expire, UTC; undefined: never. */
function expiryOf(call: Call, expires: string | undefined): string | undefined {
  return expires === undefined
    ? undefined
    : readDate(expires, { now: call.now, zone: call.services.config.timezone })?.utc;
}

/** Returns what is wrong with a new secret address: parameters that its list wouldn't take, an expiry that has passed. */
async function problemsOf(
  call: Call,
  { query, expires }: Partial<Pick<Fields, 'query' | 'expires'>>,
): Promise<Record<string, Problem>> {
  const problems: Record<string, Problem> = {};
  const wrong = await keptQueryProblem(call, feedListParameters, query ?? '');
  if (wrong) problems['query'] = wrong;
  const expiry = expiryOf(call, expires);
  if (expiry !== undefined && expiry <= utcText(call.now))
    problems['expires'] = { message: message('problem.expires_past') };
  return problems;
}

async function createFeed(call: Call, { name, query, form, expires }: Fields): Promise<Answer> {
  const { viewer, services } = call;
  if (!viewer) throw forbidden(viewer);
  const secret = makeToken();
  const row = await services.db.write((trx) =>
    insertFeed(trx, {
      user_id: viewer.id,
      name: name.trim(),
      query,
      form,
      hash: tokenHash(secret),
      created_utc: utcText(call.now),
      expires_utc: expiryOf(call, expires) ?? null,
    }),
  );
  const url = `${call.links.base}${URL}/secret/${secret}.${form}`;
  return { status: 201, body: { ...presentFeed(row), url } };
}

/** Answers with the feed of a secret address as its maker would see it now; whatever else was sent is ignored. */
async function secretFeed(asked: Call, { slug, form }: { slug: string; form: string }): Promise<Answer> {
  // A replica may not know yet that it was revoked.
  const db = asked.services.db.origin ?? asked.services.db;
  const found = await findFeed(db.read, tokenHash(slug));
  const expiry = found?.feed.expires_utc ?? undefined;
  if (!found || found.feed.form !== form || (expiry !== undefined && expiry <= utcText(asked.now)))
    throw new KalendsError('rest_feed_not_found');
  const sent = parseQuery(found.feed.query);
  const language = languageOf(sent['translation_language']);
  const call = {
    ...asked,
    ...(language ? { language, negotiated: false } : {}),
    services: { ...asked.services, db },
    viewer: found.maker,
  };
  const problems: Record<string, Problem> = {};
  const input = await readParameters(feedListParameters, sent, call, problems);
  // What it names may be gone by now.
  if (Object.keys(problems).length > 0) throw new KalendsError('rest_feed_not_found');
  const answer = await listFeed(call, presentFeed(found.feed).form, {
    input: input as Input<typeof feedListParameters>,
    sent,
  });
  return { ...answer, ...(language ? { language } : {}), isPrivate: true };
}

/** The routes of secret addresses of feeds (contract F5). */
export const secretFeedRoutes: readonly Route[] = [
  route({
    operation: 'listSecretFeeds',
    methods: ['GET'],
    scope: 'admin',
    url: URL,
    path: {},
    accepts: {},
    answers: { 200: FeedsAnswer },
    errors: [],
    allows: signedIn,
    handle: async ({ viewer, services }) => {
      const rows = await listFeeds(services.db.read, can(viewer, 'users') ? undefined : (viewer?.id ?? 0));
      return { body: { feeds: rows.map(presentFeed) }, isMomentary: true };
    },
  }),
  route({
    operation: 'createSecretFeed',
    methods: ['POST'],
    scope: 'admin',
    url: URL,
    path: {},
    accepts: fields,
    answers: { 201: NewFeedAnswer },
    errors: [],
    allows: signedIn,
    validate: (call, { input }) => problemsOf(call, input),
    handle: (call, { input }) => createFeed(call, input),
  }),
  route({
    operation: 'deleteSecretFeed',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${URL}/{id}`,
    path: { id: required(positiveInteger()) },
    accepts: {},
    answers: { 200: FeedAnswer },
    errors: ['rest_feed_not_found'],
    allows: signedIn,
    allowsUnknown: signedIn,
    handle: async ({ viewer, services }, { path }) => {
      const owner = can(viewer, 'users') ? undefined : (viewer?.id ?? 0);
      const row = await services.db.write((trx) => deleteFeed(trx, path.id, owner));
      if (!row) throw new KalendsError('rest_feed_not_found');
      return { body: presentFeed(row) };
    },
  }),
  route({
    operation: 'readSecretFeed',
    methods: ['GET'],
    scope: 'read',
    url: `${URL}/secret/{slug}.{form}`,
    path: { slug: required(text()), form: formInPath },
    accepts: {},
    answers: { 200: Type.String() },
    types: Object.values(feedTypes),
    errors: ['rest_feed_not_found'],
    allows: anyone,
    handle: (call, { path }) => secretFeed(call, path),
  }),
];
