import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '../support/json.ts';
import { people, startService } from '../support/service.ts';

// What venues and organizers have in common; their own fields are in venues.test.ts and organizers.test.ts.
const CLOCK = '2026-11-20T18:00:00Z';
const service = await startService({ clock: CLOCK, timezone: 'America/New_York' });
after(() => service.stop());
await people(service);
const { anonymous } = service;
const admin = service.as('admin');
const editor = service.as('editor');
const author = service.as('author');
const contributor = service.as('contributor');
const subscriber = service.as('subscriber');

const NO_DATE = '0000-00-00 00:00:00';
const clients = { anonymous, subscriber, contributor, author, editor, admin };
let count = 0;

for (const [kind, path] of [
  ['venue', '/venues'],
  ['organizer', '/organizers'],
] as const) {
  const many = path.slice(1);
  const fresh = () => `${kind} number ${++count} here`;
  const make = async (fields: object = {}, by = admin) => {
    const made = await by.post(path, { [kind]: fresh(), ...fields });
    return made.expect(201).id();
  };
  const eventAt = async (id: number, fields: object = {}, by = admin) => {
    const event = {
      title: 'Linked',
      start_date: '2027-03-01 10:00',
      end_date: '2027-03-01 12:00',
      [kind]: id,
      ...fields,
    };
    return (await by.post('/events', event)).expect(201).id();
  };
  const idsOf = (rows: JsonObject[]) => rows.map((row) => row['id']);
  const listed = async (query: string, by = anonymous) =>
    idsOf((await by.get(`${path}?per_page=50&${query}`)).expect(200).rows(many));

  test(`POST ${path} makes one from its name alone, read by ID and by slug`, async () => {
    const name = fresh();
    const made = (await admin.post(path, { [kind]: name })).expect(201);
    assert.equal(made.at(kind), name);
    assert.equal(made.at('author'), '1');
    assert.equal(made.at('status'), 'publish');
    assert.equal(made.at('date'), '2026-11-20 13:00:00');
    assert.equal(made.at('modified_utc'), '2026-11-20 18:00:00');
    for (const missing of ['description', 'excerpt', 'image', 'phone', 'website', 'json_ld', 'rest_url'])
      assert.equal(made.at(missing), undefined, missing);
    const slug = made.at('slug');
    for (const place of [`${path}/${made.id()}`, `${path}/00${made.id()}`, `${path}/by-slug/${slug}`]) {
      const read = (await anonymous.get(place)).expect(200);
      assert.equal(read.id(), made.id());
      assert.equal(read.at('json_ld.name'), name);
      assert.equal(read.headers['last-modified'], 'Fri, 20 Nov 2026 18:00:00 GMT');
    }
  });

  test(`POST ${path} keeps what was sent, cleaned`, async () => {
    const made = (
      await admin.post(path, {
        [kind]: `<b>Bold</b> & "co" <script>x</script> ${kind}`,
        description: 'One\n\nTwo <script>alert(1)</script>',
        phone: ' <i>+1</i>  555 ',
        website: 'https://example.org/?a=1&b=2',
        author: 2,
        date: '2026-11-01 10:00:00',
        slug: 'An Own Slug!',
      })
    ).expect(201);
    assert.equal(made.at(kind), `<b>Bold</b> &amp; "co"  ${kind}`);
    assert.match(String(made.at('description')), /^<p>One<\/p>\n<p>Two/);
    assert.equal(made.at('phone'), '+1 555');
    assert.equal(made.at('website'), 'https://example.org/?a=1&b=2');
    assert.equal(made.at('author'), '2');
    assert.equal(made.at('date_utc'), '2026-11-01 15:00:00');
    assert.equal(made.at('slug'), 'an-own-slug');
    assert.equal(
      (await admin.post(path, { [kind]: fresh(), slug: 'an own slug' })).at('slug'),
      'an-own-slug-2',
    );
  });

  test(`POST ${path} refuses bad values, missing names and those without the right`, async () => {
    assert.equal((await anonymous.post(path, {})).expect(400).at('code'), 'rest_missing_callback_param');
    for (const bad of [
      { [kind]: '' },
      { [kind]: 5 },
      { [kind]: {} },
      { author: 'foo' },
      { date: 'foo' },
      { date_utc: '2027-13-01' },
      { status: 'trash' },
      { status: 'nope' },
      { status: 5 },
      { website: 'nope' },
      { website: 5 },
      { phone: 555 },
      { description: [] },
      { slug: '' },
      { image: 99999 },
      { image: 'nope' },
    ]) {
      const answer = await anonymous.post(path, { [kind]: 'x', ...bad });
      const [name = ''] = Object.keys(bad);
      assert.equal(answer.expect(400).at('code'), 'rest_invalid_param', JSON.stringify(bad));
      assert.equal(typeof answer.at(`data.params.${name}`), 'string');
    }
    const unknown = await admin.post(path, { [kind]: 'x', author: 99 });
    assert.equal(unknown.expect(400).at('code'), 'rest_invalid_param');
    assert.equal(
      (await admin.post(path, { [kind]: '  ' })).expect(400).at('code'),
      `could-not-create-${kind}`,
    );
    assert.equal((await anonymous.post(path, { [kind]: 'x' })).expect(401).at('code'), 'rest_forbidden');
    assert.equal((await subscriber.post(path, { [kind]: 'x' })).expect(403).at('code'), 'rest_forbidden');
    assert.equal(
      (await author.post(path, { [kind]: fresh(), author: 1 })).expect(403).at('code'),
      'rest_cannot_set_author',
    );
  });

  test(`the status of a new ${kind} is lowered for contributors, and dates ahead wait`, async () => {
    const plain = (await contributor.post(path, { [kind]: fresh() })).expect(201);
    assert.deepEqual([plain.at('status'), plain.at('date_utc')], ['draft', NO_DATE]);
    assert.equal(typeof plain.at('slug'), 'string');
    for (const status of ['publish', 'future', 'private', 'pending']) {
      const lowered = (await contributor.post(path, { [kind]: fresh(), status })).expect(201);
      assert.deepEqual([lowered.at('status'), lowered.at('slug')], ['pending', undefined]);
    }
    const ahead = { date_utc: '2027-01-01 00:00:00' };
    const waiting = (await author.post(path, { [kind]: fresh(), ...ahead })).expect(201);
    assert.equal(waiting.at('status'), 'future');
    assert.equal(
      (await author.get(`${path}/${waiting.id()}`)).expect(200).headers['last-modified'],
      undefined,
    );
    assert.equal((await author.post(path, { [kind]: fresh(), status: 'future' })).at('status'), 'publish');
  });

  test(`a ${kind} of the same name is not made twice`, async () => {
    const name = `Café ${fresh()}`;
    const id = await make({ [kind]: name, description: 'Old', phone: '1' });
    const again = (
      await admin.post(path, { [kind]: ` ${name.toUpperCase()} `, phone: '2', status: 'draft' })
    ).expect(201);
    assert.deepEqual(
      [again.id(), again.at('phone'), again.at('status'), again.at(kind)],
      [id, '2', 'publish', name],
    );
    assert.equal((await admin.post(path, { [kind]: name, description: 'Old' })).expect(201).id(), id);
    assert.notEqual((await admin.post(path, { [kind]: name, description: 'New' })).expect(201).id(), id);
    // Somebody else's: found, not changed (D20).
    const other = (await author.post(path, { [kind]: name, phone: '3' })).expect(201);
    assert.deepEqual([other.id(), other.at('phone')], [id, '2']);
    // One that can't be read is no duplicate.
    const hidden = await make({ [kind]: `Hidden ${name}`, status: 'private' });
    assert.notEqual((await author.post(path, { [kind]: `Hidden ${name}` })).expect(201).id(), hidden);
  });

  test(`${path}/{id} and by-slug refuse unknown keys as parameters, whoever asks`, async () => {
    const event = await eventAt(await make());
    for (const [place, name] of [
      [`${path}/99999`, 'id'],
      [`${path}/0`, 'id'],
      [`${path}/99999999999999999999`, 'id'],
      [`${path}/${event}`, 'id'],
      [`${path}/by-slug/nothing-here`, 'slug'],
      [`${path}/by-slug/%00`, 'slug'],
    ] as const)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = (await anonymous.send(method, place)).expect(400);
        assert.equal(typeof answer.at(`data.params.${name}`), 'string');
      }
    for (const place of [`${path}/foo`, `${path}/-1`, `${path}/1.5`, `${path}/by-slug/`])
      (await anonymous.get(place)).expect(404);
    (await anonymous.put(path)).expect(404);
  });

  test(`an update of a ${kind} changes what it brings and nothing else, with every method`, async () => {
    const id = await make({ description: 'Text', phone: '1', website: 'https://a.example.org' });
    const before = (await anonymous.get(`${path}/${id}`)).body as JsonObject;
    for (const [method, phone] of [
      ['POST', '2'],
      ['PUT', '3'],
      ['PATCH', '4'],
    ] as const) {
      const changed = (await admin.send(method, `${path}/${id}`, { phone })).expect(200);
      const { json_ld, ...kept } = before;
      assert.ok(json_ld);
      assert.deepEqual(changed.body, { ...kept, phone, revision: changed.at('revision') });
    }
    const cleared = (await admin.patch(`${path}/${id}`, { phone: '', description: '', website: '' })).expect(
      200,
    );
    for (const name of ['phone', 'description', 'website']) assert.equal(cleared.at(name), undefined);
    (await admin.patch(`${path}/${id}`, { [kind]: '' })).expect(400);
    assert.equal(
      (await admin.patch(`${path}/${id}`, { [kind]: ' ' })).expect(400).at('code'),
      `could-not-update-${kind}`,
    );
    const renamed = (await admin.patch(`${path}/${id}`, { [kind]: `New ${kind} ${count}` })).expect(200);
    assert.equal(renamed.at('slug'), before['slug']);
  });

  test(`a ${kind} is renamed by a slug in the body, by slug too`, async () => {
    const id = await make({ slug: 'taken' });
    const other = await make();
    assert.equal((await admin.patch(`${path}/${other}`, { slug: 'Taken' })).at('slug'), 'taken-2');
    const renamed = (await admin.patch(`${path}/by-slug/taken`, { slug: 'Free Now', id: other })).expect(200);
    assert.deepEqual([renamed.id(), renamed.at('slug')], [id, 'free-now']);
    (await anonymous.get(`${path}/by-slug/taken`)).expect(400);
    assert.equal((await anonymous.get(`${path}/by-slug/FREE-now`)).expect(200).id(), id);
  });

  test(`a ${kind} keeps its status until one is sent, and a draft gets its moment when published`, async () => {
    const id = await make({ status: 'draft' });
    assert.equal((await admin.patch(`${path}/${id}`, { phone: '1' })).at('status'), 'draft');
    const published = (await admin.patch(`${path}/${id}`, { status: 'publish' })).expect(200);
    assert.deepEqual([published.at('status'), published.at('date_utc')], ['publish', '2026-11-20 18:00:00']);
    assert.equal((await admin.patch(`${path}/${id}`, { date: '2027-01-01' })).at('status'), 'future');
    assert.equal((await admin.patch(`${path}/${id}`, { date: '2026-01-01' })).at('status'), 'publish');
    const pending = (await contributor.post(path, { [kind]: fresh(), status: 'pending' })).expect(201);
    const opened = (await editor.patch(`${path}/${pending.id()}`, { status: 'publish' })).expect(200);
    assert.equal(typeof opened.at('slug'), 'string');
  });

  test(`a ${kind} given a date ahead is published when that comes, without anyone's help`, async () => {
    const status = async (id: number) => (await admin.get(`${path}/${id}`)).at('status');
    const id = await make({ date_utc: '2027-05-01 00:00:00', status: 'future' });
    const waiting = await make({ date_utc: '2027-07-01 00:00:00', status: 'future' });
    assert.deepEqual([await status(id), await status(waiting)], ['future', 'future']);
    await service.restart({ KALENDS_CLOCK: '2027-06-01T00:00:00Z' });
    try {
      const deadline = performance.now() + 60_000;
      while ((await status(id)) !== 'publish' && performance.now() < deadline) await setTimeout(50);
      assert.deepEqual([await status(id), await status(waiting)], ['publish', 'future']);
    } finally {
      await service.restart({ KALENDS_CLOCK: CLOCK });
    }
  });

  test(`who may write a ${kind}, by ID and by slug alike`, async () => {
    const rights = async (id: number, slug: string, able: Record<keyof typeof clients, boolean>) => {
      for (const [role, may] of Object.entries(able)) {
        const client = clients[role as keyof typeof clients];
        for (const place of [`${path}/${id}`, `${path}/by-slug/${slug}`]) {
          const status = may ? 200 : role === 'anonymous' ? 401 : 403;
          (await client.patch(place, { phone: '1' })).expect(status);
          if (!may) (await client.delete(place)).expect(status);
          const allow = (await client.patch(place, { phone: '1' })).headers['allow'];
          assert.equal(allow, may ? 'GET, DELETE, POST, PUT, PATCH' : 'GET', role);
        }
      }
    };
    const nobody = { anonymous: false, subscriber: false, contributor: false };
    const ofAdmin = await make({ slug: `of-admin-${kind}` });
    await rights(ofAdmin, `of-admin-${kind}`, { ...nobody, author: false, editor: true, admin: true });
    const ofAuthor = await make({ slug: `of-author-${kind}` }, author);
    await rights(ofAuthor, `of-author-${kind}`, { ...nobody, author: true, editor: true, admin: true });
    const own = await make({ slug: `draft-${kind}` }, contributor);
    await rights(own, `draft-${kind}`, {
      ...nobody,
      contributor: true,
      author: false,
      editor: true,
      admin: true,
    });
    (await editor.patch(`${path}/${own}`, { status: 'publish' })).expect(200);
    (await contributor.patch(`${path}/${own}`, { phone: '2' })).expect(403);
    (await contributor.delete(`${path}/${own}`)).expect(403);
  });

  test(`DELETE ${path}/{id} puts into the trash, once; a status brings back`, async () => {
    const id = await make({ slug: `${kind}-bin` });
    const event = await eventAt(id);
    const linkedIn = async () => {
      const value = (await anonymous.get(`/events/${event}`)).expect(200).at(kind);
      return Array.isArray(value) ? value.length : 1;
    };
    assert.equal(await linkedIn(), 1);
    const trashed = (await admin.delete(`${path}/${id}`)).expect(200);
    assert.deepEqual([trashed.at('status'), trashed.at('slug')], ['trash', `${kind}-bin__trashed`]);
    assert.equal(trashed.at('json_ld'), undefined);
    assert.equal(await linkedIn(), 0);
    (await admin.delete(`${path}/by-slug/${kind}-bin`)).expect(400);
    for (const place of [`${path}/${id}`, `${path}/by-slug/${kind}-bin__trashed`]) {
      assert.equal((await admin.delete(place)).expect(410).at('code'), `${kind}-is-in-trash`);
      assert.equal((await anonymous.get(place)).expect(403).at('code'), `${kind}-not-accessible`);
      (await admin.get(place)).expect(200);
    }
    assert.equal((await admin.patch(`${path}/${id}`, { phone: '1' })).at('status'), 'trash');
    const successor = await make({ slug: `${kind}-bin` });
    const restored = (await admin.patch(`${path}/${id}`, { status: 'publish' })).expect(200);
    assert.deepEqual([restored.at('status'), restored.at('slug')], ['publish', `${kind}-bin-2`]);
    assert.equal(await linkedIn(), 1);
    assert.equal(
      (await admin.patch(`${path}/${successor}`, { status: 'trash' })).at('slug'),
      `${kind}-bin__trashed`,
    );
    assert.ok(!(await listed('', admin)).includes(successor));
    assert.ok((await listed('status=trash', editor)).includes(successor));
    assert.ok(!(await listed('status=trash', author)).includes(successor));
  });

  test(`drafts and private ones of ${many} are read and listed by owner and editors only`, async () => {
    const items = [await make({ status: 'draft' }, author), await make({ status: 'private' }, author)];
    for (const id of items) {
      for (const client of [anonymous, subscriber, contributor])
        assert.equal((await client.get(`${path}/${id}`)).expect(403).at('code'), `${kind}-not-accessible`);
      for (const client of [author, editor, admin]) (await client.get(`${path}/${id}`)).expect(200);
    }
    const found = async (by: typeof anonymous, query = '') =>
      (await listed(`${query}&orderby=modified&order=desc`, by)).filter((id) => items.includes(Number(id)))
        .length;
    assert.equal(await found(anonymous), 0);
    assert.equal(await found(contributor), 0);
    assert.equal(await found(author), 2);
    assert.equal(await found(editor), 2);
    assert.equal(await found(author, 'status=draft'), 1);
    assert.equal(await found(contributor, 'status=draft,private'), 0);
    for (const status of ['draft', 'publish,draft', 'any', 'trash', ''])
      (await anonymous.get(`${path}?status=${status}`)).expect(400);
    for (const status of ['any', 'publish,publish', 'nope'])
      (await admin.get(`${path}?status=${status}`)).expect(400);
    assert.equal(await found(author, 'status='), 1);
    (await anonymous.get(`${path}?status=publish`)).expect(200);
  });

  test(`a protected ${kind} is redacted without the password, and unlocked by it or context=edit`, async () => {
    const id = await make({
      description: 'Unspeakable',
      phone: '555-77',
      website: 'https://hush.example.org',
      slug: `hush-${kind}`,
    });
    const name = (await admin.patch(`${path}/${id}`, { password: 'sesame' })).expect(200).at(kind);
    for (const query of ['', '?password=wrong', '?context=edit']) {
      const hidden = (await anonymous.get(`${path}/by-slug/hush-${kind}${query}`)).expect(200);
      assert.equal(hidden.at(kind), name);
      for (const member of ['description', 'phone', 'website']) assert.equal(hidden.at(member), '');
      for (const member of ['json_ld', 'excerpt', 'raw']) assert.equal(hidden.at(member), undefined);
    }
    assert.equal((await admin.get(`${path}/${id}`)).at('phone'), '');
    assert.equal((await anonymous.get(`${path}/${id}?password=sesame`)).at('phone'), '555-77');
    (await anonymous.get(`${path}/${id}?password=`)).expect(400);
    const edited = (await editor.get(`${path}/${id}?context=edit`)).expect(200);
    assert.equal(edited.at('phone'), '555-77');
    assert.deepEqual(edited.at('raw'), {
      [kind]: name,
      description: 'Unspeakable',
      excerpt: '',
      password: 'sesame',
    });
    // Hidden text is not found, the name is (D26).
    assert.deepEqual(await listed('search=unspeakable'), []);
    assert.deepEqual(await listed('search=unspeakable', admin), []);
    assert.deepEqual(await listed('search=unspeakable&password=sesame'), [id]);
    assert.deepEqual(await listed('search=unspeakable&context=edit', editor), [id]);
    assert.deepEqual(await listed('search=unspeakable&context=edit', author), []);
    assert.deepEqual(await listed(`search=${encodeURIComponent(String(name))}`), [id]);
    const list = (await anonymous.get(`${path}?search=unspeakable&password=sesame`)).expect(200);
    assert.doesNotMatch(String(list.at('rest_url')), /sesame/);
    const free = (await admin.patch(`${path}/${id}`, { password: '' })).expect(200);
    assert.equal(free.at('phone'), '555-77');
    assert.equal((await anonymous.get(`${path}/${id}`)).at('phone'), '555-77');
  });

  test(`GET ${path} is paged, newest first, with links that keep every parameter`, async () => {
    const word = `paged${kind}`;
    const ids: number[] = [];
    for (const day of ['01', '03', '02'])
      ids.push(await make({ [kind]: `${word} ${day}`, date: `2026-01-${day}` }));
    const [first = 0, third = 0, second = 0] = ids;
    const query = `search=${word}&order=desc&per_page=2&translation_language=de`;
    const page = (await anonymous.get(`${path}?${query}`)).expect(200);
    assert.deepEqual(idsOf(page.rows(many)), [third, second]);
    assert.equal(page.headers['x-tec-total'], '3');
    assert.equal(page.headers['x-wp-totalpages'], '2');
    assert.deepEqual([page.at('total'), page.at('total_pages')], [3, 2]);
    assert.equal(page.at('previous_rest_url'), undefined);
    const links = new URLSearchParams(String(page.at('rest_url')).split('?')[1]);
    assert.deepEqual(Object.fromEntries(links), {
      page: '1',
      per_page: '2',
      status: 'publish',
      search: word,
      order: 'desc',
      translation_language: 'de',
    });
    const next = (await anonymous.get(String(page.at('next_rest_url')))).expect(200);
    assert.deepEqual(idsOf(next.rows(many)), [first]);
    assert.equal(next.at('next_rest_url'), undefined);
    assert.deepEqual(idsOf((await anonymous.get(String(next.at('previous_rest_url')))).rows(many)), [
      third,
      second,
    ]);
    const beyond = (await anonymous.get(`${path}?${query}&page=3`)).expect(404);
    assert.equal(beyond.at('code'), `${kind}-archive-page-not-found`);
    const empty = (await anonymous.get(`${path}?search=zzzz`)).expect(200);
    assert.deepEqual([empty.at(many), empty.at('total'), empty.at('total_pages')], [[], 0, 0]);
    for (const bad of [
      'per_page=0',
      'per_page=abc',
      'page=0',
      'page=-1',
      'page=1000001',
      'search=',
      `search=${'x'.repeat(201)}`,
    ])
      (await anonymous.get(`${path}?${bad}`)).expect(400);
    (await anonymous.get(`${path}?per_page=51`)).expect(200);
    assert.match(String((await author.get(path)).at('rest_url')), /status=any/);
  });

  test(`GET ${path} is ordered by date, name or change`, async () => {
    const word = `sorted${kind}`;
    const b = await make({ [kind]: `b ${word}`, date: '2026-02-03' });
    const a = await make({ [kind]: `Á ${word}`, date: '2026-02-02' });
    const c = await make({ [kind]: `C ${word}`, date: '2026-02-01' });
    const sorted = (query: string) => listed(`search=${word}&${query}`);
    assert.deepEqual(await sorted(''), [b, a, c]);
    assert.deepEqual(await sorted('orderby=date'), [b, a, c]);
    assert.deepEqual(await sorted('order=asc'), [c, a, b]);
    assert.deepEqual(await sorted('orderby=name'), [a, b, c]);
    assert.deepEqual(await sorted('orderby=name&order=desc'), [c, b, a]);
    assert.deepEqual(await sorted('orderby=modified'), [c, a, b]);
    for (const ignored of ['orderby=foo', 'order=up', 'orderby=', 'orderby=distance', 'order[]=asc'])
      assert.deepEqual(await sorted(ignored), [b, a, c], ignored);
  });

  test(`search finds all fragments in one field of ${many}, in any order`, async () => {
    const id = await make({
      [kind]: `Grüner Löwe ${kind}`,
      description: 'An <b>old</b> inn',
      phone: '0041-333',
    });
    for (const text of ['lowe gruner', 'GRÜN', 'old inn', '"inn"  old', '0041-333', '333'])
      assert.deepEqual(await listed(`search=${encodeURIComponent(text)}&orderby=name`), [id], text);
    for (const text of ['grüner inn', '%', '_', 'bold', '\\', '<b>', ':'])
      assert.ok(!(await listed(`search=${encodeURIComponent(text)}`)).includes(id), text);
    (await admin.patch(`${path}/${id}`, { description: 'New' })).expect(200);
    assert.deepEqual(await listed('search=old+inn'), []);
  });

  test(`has_events, event and only_with_upcoming look at what the caller may read`, async () => {
    const word = `tied${kind}`;
    const [past, running, draft, hidden, none] = await Promise.all(
      ['past', 'running', 'draft', 'hidden', 'none'].map((name) => make({ [kind]: `${word} ${name}` })),
    );
    const pastEvent = await eventAt(past ?? 0, { start_date: '2026-01-01', end_date: '2026-01-02' });
    await eventAt(running ?? 0, { start_date: '2026-11-20 12:00', end_date: '2026-11-20 14:00' });
    const draftEvent = await eventAt(draft ?? 0, { status: 'draft' }, author);
    await eventAt(hidden ?? 0, { hide_from_listings: true });
    const set = async (query: string, by = anonymous) => new Set(await listed(`search=${word}&${query}`, by));
    for (const yes of ['true', '1', 'on', 'YES'])
      assert.deepEqual(await set(`has_events=${yes}`), new Set([past, running, hidden]));
    for (const no of ['false', '0', '', 'foo'])
      assert.deepEqual(await set(`has_events=${no}`), new Set([draft, none]));
    assert.deepEqual(await set('has_events=1', author), new Set([past, running, hidden]));
    assert.deepEqual(await set('only_with_upcoming=true'), new Set([running]));
    assert.deepEqual(await set('only_with_upcoming=true', author), new Set([running, draft]));
    assert.deepEqual(await set('only_with_upcoming=true', contributor), new Set([running]));
    assert.equal((await set('only_with_upcoming=nope')).size, 5);
    assert.deepEqual(await set(`event=${pastEvent}`), new Set([past]));
    assert.deepEqual(await set(`event=${draftEvent}`), new Set());
    assert.deepEqual(await set(`event=${draftEvent}`, author), new Set([draft]));
    for (const bad of ['99999', 'abc', '', String(past)])
      (await anonymous.get(`${path}?event=${bad}`)).expect(400);
    // What an event behind a password is linked to is not told.
    await admin.patch(`/events/${pastEvent}`, { password: 'sesame' });
    assert.deepEqual(await set(`event=${pastEvent}`), new Set());
    assert.deepEqual(await set(`event=${pastEvent}&password=sesame`), new Set([past]));
    const url = String(
      (await anonymous.get(`${path}?has_events=foo&event=${pastEvent}&only_with_upcoming=1`)).at('rest_url'),
    );
    const pairs = `page=1&per_page=10&event=${pastEvent}&has_events=foo&status=publish&only_with_upcoming=1`;
    assert.equal(url.split('?')[1], pairs);
  });

  test(`an event takes its ${many} as IDs, forms and mixtures`, async () => {
    const [one, two] = [await make(), await make()];
    const named = (name: string, more: object = {}) => ({ [kind]: `${name} ${kind}`, ...more });
    const linked = async (value: unknown, by = admin) => {
      const event = await eventAt(0, { [kind]: value }, by);
      const shown = (await by.get(`/events/${event}`)).at(kind);
      return (Array.isArray(shown) ? shown : [shown]) as JsonObject[];
    };
    for (const [value, wanted] of [
      [one, [one]],
      [`${one}`, [one]],
      [`${two}, ${one}`, [two, one]],
      [
        [two, `${one}`, two],
        [two, one],
      ],
      [{ id: one, [kind]: 'ignored' }, [one]],
      [
        [{ id: `${two}` }, one],
        [two, one],
      ],
      [[`${one},${two}`], [one, two]],
    ] as const)
      assert.deepEqual(idsOf(await linked(value)), wanted, JSON.stringify(value));
    for (const nothing of [[], {}, '', 0, '0', false, null, [0], [''], [null], [{}]])
      assert.deepEqual(await linked(nothing), [], JSON.stringify(nothing));
    const made = await linked([named('Nested', { phone: '7' }), two, named('NESTED')]);
    assert.deepEqual(
      made.map((row) => row['phone']),
      ['7', undefined],
    );
    assert.equal(made[0]?.[kind], `Nested ${kind}`);
    for (const bad of [
      99999,
      [one, 99999],
      [one, 0],
      'text',
      true,
      -1,
      1.5,
      { phone: '1' },
      [[one]],
      { id: 99999 },
      { id: [one] },
      { id: {}, phone: 'x' },
    ]) {
      const answer = await admin.post('/events', {
        title: 'x',
        start_date: '2027-01-01',
        end_date: '2027-01-02',
        [kind]: bad,
      });
      assert.equal(typeof answer.expect(400).at(`data.params.${kind}`), 'string', JSON.stringify(bad));
    }
    const nested = await admin.post('/events', {
      title: 'x',
      start_date: '2027-01-01',
      end_date: '2027-01-02',
      [kind]: [one, named('Bad', { website: 'nope', phone: 5 })],
    });
    assert.match(
      String(nested.expect(400).at(`data.params.${kind}`)),
      new RegExp(
        `${kind}\\[1\\]\\.phone.*${kind}\\[1\\]\\.website|${kind}\\[1\\]\\.website.*${kind}\\[1\\]\\.phone`,
      ),
    );
    const blank = await admin.post('/events', {
      title: 'x',
      start_date: '2027-01-01',
      end_date: '2027-01-02',
      [kind]: { [kind]: ' ' },
    });
    assert.equal(blank.expect(400).at('code'), `could-not-create-${kind}`);
    // An empty name is a blank one for venues, and a wrong parameter for organizers (reference 5.9).
    const before = (await admin.get('/events?per_page=50&status=publish')).at('total');
    const code = kind === 'venue' ? 'could-not-create-venue' : 'rest_invalid_param';
    const event = { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02' };
    for (const value of [
      { [kind]: '' },
      [{ [kind]: '' }],
      { [kind]: '', phone: '1' },
      [one, { [kind]: '' }],
    ]) {
      const refused = (await admin.post('/events', { ...event, [kind]: value })).expect(400);
      assert.equal(refused.at('code'), code, JSON.stringify(value));
      if (kind === 'venue') (await anonymous.post('/events', { ...event, [kind]: value })).expect(401);
    }
    const unnamed = { ...event, [kind]: { [kind]: '', website: 'nope' } };
    assert.equal((await admin.post('/events', unnamed)).expect(400).at('code'), 'rest_invalid_param');
    const nameless = { ...event, [kind]: { phone: '1' } };
    assert.equal((await admin.post('/events', nameless)).expect(400).at('code'), 'rest_invalid_param');
    assert.equal((await admin.get('/events?per_page=50&status=publish')).at('total'), before);
    // Trashed and unreadable ones are unknown (D8).
    const secret = await make({ status: 'private' });
    const gone = await make();
    (await admin.delete(`${path}/${gone}`)).expect(200);
    for (const [id, by] of [
      [secret, author],
      [gone, admin],
    ] as const)
      (
        await by.post('/events', { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02', [kind]: id })
      ).expect(400);
    assert.deepEqual(idsOf(await linked(secret, editor)), [secret]);
    // A filter takes any, and finds by what the caller may read.
    const count = async (by: typeof anonymous, id: number) =>
      (await by.get(`/events?${kind}=${id}`)).expect(200).at('total');
    assert.deepEqual([await count(anonymous, secret), await count(editor, secret)], [0, 1]);
    assert.deepEqual([await count(anonymous, gone), (await count(anonymous, one)) !== 0], [0, true]);
    (await anonymous.get(`/events?${kind}=99999`)).expect(400);
  });

  test(`no value of any type makes ${path} fail`, async () => {
    const id = await make();
    const values = [
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e300,
      '',
      'x',
      '\u0000',
      '\ud800',
      [],
      [null],
      [[]],
      {},
      { a: {} },
      '9'.repeat(400),
    ];
    const names = [
      kind,
      'author',
      'date',
      'date_utc',
      'description',
      'slug',
      'status',
      'password',
      'image',
      'phone',
      'website',
      'email',
      'address',
      'show_map',
      'geo_lat',
      'geo_lng',
      'stateprovince',
    ];
    for (const name of names)
      for (const value of values) {
        const updated = await admin.patch(`${path}/${id}`, { [name]: value });
        assert.ok(updated.status < 500, `${name} ${JSON.stringify(value)}: ${updated.text}`);
        if (name === 'status') await admin.patch(`${path}/${id}`, { status: 'publish' });
      }
    for (const name of [
      'search',
      'event',
      'has_events',
      'only_with_upcoming',
      'status',
      'orderby',
      'order',
      'page',
      'per_page',
      'password',
      'context',
    ])
      for (const value of ['', '%00', 'x', '-1', '1e400', '%F0%9F%8E%B5', '%25_%5C'])
        for (const query of [`${name}=${value}`, `${name}[]=${value}`, `${name}[a][b]=${value}`]) {
          const answer = await anonymous.get(`${path}?${query}`);
          assert.ok(answer.status < 500, `${query}: ${answer.text}`);
        }
  });
}
