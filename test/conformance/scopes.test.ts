import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { anyone } from '#api/routing/route.ts';
import { interfaceRoutes } from '#app.ts';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { isObject, type Json, type JsonObject } from '../support/json.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { TestBrowser } from '../support/session.ts';
import { type Watch, watch } from '../support/watch.ts';

const scopes = ['read', 'write-own', 'write', 'admin'] as const;
type Scope = (typeof scopes)[number];
const roles = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;
const userIds = { admin: 1, editor: 2, author: 3, contributor: 4, subscriber: 5 } as const;

let service: Service;
let watched: Watch;
const tokens = new Map<string, string>();

const basic = (login: string, secret: string) =>
  createClient(() => service.url, `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);
/** Signs in with the password: everything that the role may. */
const whole = (role: Role) => basic(role, passwordOf(role));
const scoped = (role: Role, scope: Scope) => basic(role, tokens.get(`${role} ${scope}`) ?? '');

/** An operation as the document describes it. */
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly scope: Scope;
  readonly body: JsonObject;
  /** Whether the body is one that the document shows. */
  readonly isExample: boolean;
  readonly base: string;
}
let operations: Operation[] = [];
/** By the subject of a path, the IDs of what a role owns, and of what the administrator does. */
const owned = new Map<string, number>();

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  for (const role of roles)
    for (const scope of scopes) {
      const path = `${service.url}/kalends/v1/users/${userIds[role]}/tokens`;
      const made = await whole(role).post(path, { name: scope, scope });
      tokens.set(`${role} ${scope}`, String(made.expect(201).at('token')));
    }
  for (const role of roles) await makeItems(role);
  for (const kind of ['categories', 'tags'] as const)
    owned.set(kind, (await service.as('admin').post(`/${kind}`, { name: 'Music' })).expect(201).id());
  operations = operationsOf((await service.anonymous.get('/doc')).expect(200));
  // Their first use is noted.
  for (const role of roles)
    for (const scope of scopes) (await scoped(role, scope).get('/events?per_page=1')).expect(200);
  watched = await watch(service);
});
after(async () => {
  await watched?.close();
  await service?.stop();
});

const times = { start_date: '2027-06-19 19:30', end_date: '2027-06-19 22:00' };

/** Makes an item of each kind that a role may own. */
async function makeItems(role: Role): Promise<void> {
  const admin = service.as('admin');
  const common = { status: 'private', slug: `of-${role}`, author: userIds[role] };
  const events = await admin.post('/events', { ...times, title: `Of ${role}`, ...common });
  const venues = await admin.post('/venues', { venue: `Of ${role}`, ...common });
  const organizers = await admin.post('/organizers', { organizer: `Of ${role}`, ...common });
  for (const [kind, made] of Object.entries({ events, venues, organizers }))
    owned.set(`${kind} ${role}`, made.expect(201).id());
  owned.set(`users ${role}`, userIds[role]);
  const filters = `${service.url}/kalends/v1/saved-filters`;
  const filter = await whole(role).post(filters, { name: `Of ${role}`, query: '' });
  owned.set(`saved-filters ${role}`, filter.expect(201).id());
  if (role === 'subscriber' || role === 'contributor') return;
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
  const media = await whole(role).post(`${service.url}/kalends/v1/media`, pixel, {
    'content-type': 'image/gif',
    'content-disposition': 'attachment; filename="dot.gif"',
  });
  owned.set(`media ${role}`, media.expect(201).id());
}

const member = (of: Json | undefined, ...names: string[]): Json | undefined =>
  names.reduce<Json | undefined>((at, name) => (isObject(at) ? at[name] : undefined), of);

/** Terms by name are made, which contributors may not. */
const WITHOUT_NEW_TERMS = { categories: [], tags: [] };

/** Returns the operations that not everybody may use, each with the scope that the document names. */
function operationsOf({ body }: Answer): Operation[] {
  const found: Operation[] = [];
  const paths = member(body, 'paths');
  assert.ok(isObject(paths));
  for (const [path, item] of Object.entries(paths))
    for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
      const operation = member(item, method);
      const security = member(operation, 'security');
      if (!Array.isArray(security) || security.some((one) => Object.keys(Object(one)).length === 0)) continue;
      const scope = member(operation, 'x-scope');
      const id = String(member(operation, 'operationId'));
      assert.ok(
        scopes.some((one) => one === scope),
        `${id} names no scope`,
      );
      const example = member(operation, 'requestBody', 'content', 'application/json', 'example');
      const [server] = [member(item, 'servers'), member(body, 'servers')].flatMap((one) => one ?? []);
      found.push({
        id,
        method: method.toUpperCase(),
        path,
        scope: scopes.find((one) => one === scope) ?? 'read',
        // The ones to be merged are others here.
        isExample: isObject(example) && !('from' in example),
        body: { ...(isObject(example) ? example : {}), ...WITHOUT_NEW_TERMS },
        base: String(member(server, 'url')),
      });
    }
  return found;
}

/** Returns the address of an operation on something of a user's; undefined where that user owns none. */
function addressOf({ path, base }: Operation, owner: Role): string | undefined {
  const [, subject = ''] = /([\w-]+)\/(?:by-slug\/)?\{/.exec(path) ?? [];
  const id = owned.get(`${subject} ${owner}`) ?? owned.get(subject);
  if (id === undefined && /^(events|venues|organizers|media)$/.test(subject)) return undefined;
  return (
    base +
    path
      .replace('{slug}', `of-${owner}`)
      .replace('{id}', String(id ?? 1))
      .replace(/\{\w+\}/g, '1')
  );
}

/** Returns whether an operation is on something of a user's, by the path. */
const isOnItem = ({ path }: Operation) => /\{(id|slug)\}/.test(path);

const send = (client: Client, { method, body }: Operation, address: string) =>
  client.send(method, address, method === 'GET' || method === 'DELETE' ? undefined : body);
const allowed = async (client: Client, { method }: Operation, address: string) =>
  ((await client.send('OPTIONS', address)).expect(200).headers['allow'] ?? '').split(', ').includes(method);

/** Tells whether somebody may use an operation: by the answer where it reads, which `Allow` always names. */
async function mayUse(client: Client, operation: Operation, address: string): Promise<boolean> {
  // A file that one may not read isn't there, whatever one does with it.
  const [file] = /.*\/media\/\d+/.exec(address) ?? [];
  if (file !== undefined && (await client.get(file)).status === 404) return false;
  if (operation.method !== 'GET') return allowed(client, operation, address);
  // What some need to be asked at all.
  const { status } = await send(client, operation, `${address}?title=Fair&start_date=2027-06-19&search=Fair`);
  assert.notEqual(status, 400, address);
  return ![401, 403].includes(status);
}

const reach = (scope: Scope) => scopes.indexOf(scope);

for (const role of roles)
  test(`${role}: every operation goes as far as the scope of the token, and never further than the role`, async () => {
    assert.ok(operations.length > 60);
    let refusals = 0;
    await watched.withoutChange(role, async () => {
      for (const operation of operations)
        for (const owner of new Set([role, 'admin'] as const)) {
          const address = addressOf(operation, owner);
          if (address === undefined) continue;
          const { id, method } = operation;
          const isReading = method === 'GET';
          const base = isReading ? await send(whole(role), operation, address) : undefined;
          const may = base
            ? base.status < 401 || base.status === 404
            : await allowed(whole(role), operation, address);
          for (const scope of scopes) {
            const what: string = `${scope}: ${id} ${method} ${address}`;
            const isBeyond = reach(scope) < reach(operation.scope);
            const isOthers =
              scope === 'write-own' &&
              operation.scope === 'write-own' &&
              owner !== role &&
              isOnItem(operation);
            if (!isBeyond && !isOthers) {
              if (base)
                assert.equal((await send(scoped(role, scope), operation, address)).status, base.status, what);
              else assert.equal(await allowed(scoped(role, scope), operation, address), may, what);
              continue;
            }
            const answer = await send(scoped(role, scope), operation, address);
            // A file that one may not read isn't there, nor is what another has saved.
            if (answer.status === 404 && !isBeyond && /\/(media|saved-filters)\//.test(address)) continue;
            if (!isReading) assert.equal(await allowed(scoped(role, scope), operation, address), false, what);
            if (!may && answer.status === 404) continue;
            // What lacks an example in the document may lack something here; `Allow` has told the same.
            if (answer.status === 400 && !operation.isExample) continue;
            assert.equal(answer.expect(403).at('code'), may ? 'rest_token_scope' : 'rest_forbidden', what);
            refusals++;
          }
        }
    });
    assert.ok(refusals > 60, `${refusals}`);
  });

/**
 * Operations that not everybody may use, by who may, written by hand from the contract: a letter for each of `roles`, `x` for all
 * things of its kind, `o` for own ones alone, `-` for none.
 */
const rights: Readonly<Record<string, string>> = {
  xxxxx: `listSecretFeeds createSecretFeed deleteSecretFeed readOwnUser updateOwnUser listSessions endSessions
    endSession listSavedFilters createSavedFilter readSavedFilter updateSavedFilter deleteSavedFilter`,
  'xxxx-': `createEvent createVenue createOrganizer previewRecurrence previewNewEvent listDuplicateVenues
    listDuplicateOrganizers listDuplicateEvents findAddresses listHistory undoEntry undoEntries undoMerge`,
  'xxoo-': `updateEvent deleteEvent updateEventBySlug deleteEventBySlug previewEvent listBusyVenue
    listBusyOrganizer mergeVenues updateVenue deleteVenue updateVenueBySlug deleteVenueBySlug listVenueAlternatives
    mergeOrganizers updateOrganizer deleteOrganizer updateOrganizerBySlug deleteOrganizerBySlug`,
  'xxx--': `createCategory updateCategory deleteCategory mergeCategories uploadMedia uploadMediaAlias listMedia
    listImports listImportColumns createImport readImport cancelImport readImportReport undoImport`,
  'xxo--': `readMedia listMediaUses updateMedia replaceMediaFile deleteMedia`,
  'xx---': `createTag updateTag deleteTag mergeTags listSubmissions readSubmission acceptSubmission askSubmitter
    rejectSubmission reopenSubmission`,
  xoooo: `readUser listTokens createToken deleteToken readSecondFactor beginTotp confirmTotp
    renewRecoveryCodes disableSecondFactor listPasskeys beginPasskey createPasskey updatePasskey
    deletePasskey`,
  'x----': `listUsers createUser updateUser deleteUser listInvitations createInvitation deleteInvitation
    updateSettings previewSettings readMailServer updateMailServer sendTestMail listMails retryMails retryMail deleteMail`,
  '-----': `endCurrentSession`,
};

test('each role may use the operations that are written here, on its own things and on others’', async () => {
  const found = new Map<string, string[]>();
  for (const operation of operations) {
    const may = async (role: Role, owner: Role) => {
      const address = addressOf(operation, owner);
      return address !== undefined && (await mayUse(whole(role), operation, address));
    };
    let letters = '';
    for (const role of roles)
      letters += (await may(role, 'admin')) ? 'x' : (await may(role, role)) ? 'o' : '-';
    const address = addressOf(operation, 'admin') ?? '';
    assert.ok(!/[{}]/.test(address), operation.id);
    assert.equal(await mayUse(service.anonymous, operation, address), false, operation.id);
    // PUT and PATCH are the same operation.
    found.set(letters, [...(found.get(letters) ?? []), operation.id.replace(/By(Put|Patch)$/, '')]);
  }
  const written = Object.entries(rights).map(([letters, ids]) => [letters, ids.split(/\s+/).sort()] as const);
  assert.deepEqual(
    new Map([...found].map(([letters, ids]) => [letters, [...new Set(ids)].sort()])),
    new Map(written),
  );
});

test('no operation counts the cookie of a session for another site’s page: all are as nobody’s', async () => {
  const browser = new TestBrowser(service);
  await browser.signIn('admin');
  const forged = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    {},
  ];
  const path = (address: string) => address.slice(service.url.length);
  await watched.withoutChange('forged', async () => {
    for (const operation of operations) {
      const address = addressOf(operation, 'admin') ?? '';
      const { id, method, body } = operation;
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
      const nobodys = await service.anonymous.send(method, address, sent);
      assert.ok(nobodys.status >= 400, id);
      for (const headers of forged) {
        const answer = await browser.send(method, path(address), sent, headers);
        assert.equal(answer.status, nobodys.status, `${id} ${JSON.stringify(headers)}`);
        assert.equal(answer.text, nobodys.text, id);
      }
    }
  });
  assert.equal(await browser.whoAmI(), 'admin');
});

test('what anybody may do needs no more than the smallest scope, and each write names what it needs', () => {
  for (const { operation, methods, allows, scope } of interfaceRoutes()) {
    if (allows === anyone) assert.equal(scope, 'read', operation);
    // The rule is tried, and nothing written.
    else if (!methods.includes('GET') && !/^(previewRecurrence|listVenueAlternatives)$/.test(operation))
      assert.notEqual(scope, 'read', operation);
  }
});
