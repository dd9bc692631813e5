import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import type { Client } from '../support/client.ts';
import { SOMEDAY } from '../support/events.ts';
import { at } from '../support/json.ts';
import { type Service, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';
import {
  allSlugs,
  assertShown,
  bodyOf,
  expectedTexts,
  freed,
  isTerm,
  type Kind,
  kinds,
  type Model,
  type SentTexts,
  sendIn,
  shownText,
  textsIn,
  type Way,
  ways,
  written,
} from '../support/translated.ts';

/*
 * Random writes in random languages, beside a model of the contract's rules: after each the resource is read in all
 * languages, listed, searched for, and looked up by every slug it has.
 */

const SITE: Language = 'en';
let service: Service;
let admin: Client;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
});
after(() => service?.stop());

/** As typed, and a search that finds it by its letters alone. */
const words = [
  ['Straße', 'strasse'],
  ['Niño', 'nino'],
  ['Concert', 'concert'],
  ['Übung', 'ubung'],
  ['Canción', 'cancion'],
] as const;
const word = fc.constantFrom(...words.map(([typed]) => typed));
const text = fc.tuple(word, word).map((pair) => pair.join(' '));

interface Write {
  what: 'write';
  language: Language;
  way: Way;
  sent: SentTexts;
}
type Step = { which: 0 | 1 } & (Write | { what: 'trash' } | { what: 'restore' });

const sent: fc.Arbitrary<SentTexts> = fc.record(
  {
    title: fc.oneof({ weight: 3, arbitrary: text }, fc.constantFrom('', null)),
    description: fc.oneof({ weight: 2, arbitrary: text }, fc.constantFrom('', null)),
    excerpt: fc.oneof({ weight: 2, arbitrary: text }, fc.constantFrom('', null)),
    slug: fc.constantFrom('alpha', 'beta', 'gamma', ''),
  },
  { requiredKeys: [] },
);
const which = fc.constantFrom<0 | 1>(0, 1);
const write: fc.Arbitrary<Step> = fc.record({
  which,
  what: fc.constant('write'),
  language: fc.constantFrom(...languages),
  way: fc.constantFrom(...ways),
  sent,
});
const moving: fc.Arbitrary<Step> = fc.record({ which, what: fc.constantFrom('trash', 'restore') });
const steps = (kind: Kind) =>
  fc.array(
    isTerm(kind) ? write : fc.oneof({ weight: 6, arbitrary: write }, { weight: 1, arbitrary: moving }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );

let runs = 0;

/** In the site's language texts are read as ever: an empty title or slug there is for other tests. */
function usable(kind: Kind, { language, sent: { title, description, excerpt, slug } }: Write): SentTexts {
  const isSites = language === SITE;
  const isClear = isTerm(kind) ? !description : description === null;
  return {
    ...(title === undefined || (isSites && !title) ? {} : { title }),
    ...(description === undefined || (isSites && isClear) ? {} : { description }),
    ...(excerpt === undefined || (isSites && excerpt === null) ? {} : { excerpt }),
    ...(slug === undefined || (isSites && slug === '') ? {} : { slug }),
  };
}

async function create(kind: Kind, language: Language, run: string, all: Model[]): Promise<void> {
  const title = `First ${run} ${all.length}`;
  const slug = `${run}-first`;
  const description = `${language} Straße`;
  const body = { ...bodyOf(kind, { title, description, slug }), ...(kind === 'events' ? SOMEDAY : {}) };
  const answer = (
    await sendIn(admin, { origin: service.url, way: 'query', language }, 'POST', `/${kind}`, body)
  ).expect(201);
  const model: Model = {
    kind,
    id: answer.id(),
    original: language,
    texts: new Map([[language, { title, description }]]),
    slugs: new Map(),
    slug: freed(slug, answer.id(), all),
    trashed: false,
  };
  all.push(model);
  assert.deepEqual(textsIn(kind, answer.body), expectedTexts(model, language, SITE));
}

/** Sends a write and gives the resource as it should have left it. */
async function apply(one: Write, run: string, model: Model, all: readonly Model[]): Promise<Model> {
  const { kind, id } = model;
  const { language, way } = one;
  const named = usable(kind, one);
  const texts = { ...named, ...(named.slug ? { slug: `${run}-${named.slug}` } : {}) };
  const known = { ...texts };
  if (kind !== 'events') delete known.excerpt;
  // Those of the trash are numbered when they come out of it.
  if (model.trashed) delete known.slug;
  const where = { origin: service.url, way, language };
  const answer = await sendIn(admin, where, 'PATCH', `/${kind}/${id}`, bodyOf(kind, known));
  const expected = written(model, known, { language, site: SITE, all });
  if ('refused' in expected) {
    answer.expect(expected.status);
    if (expected.status === 400) assert.ok(at(answer.body, `data.params.${expected.refused}`), answer.text);
    return model;
  }
  answer.expect(200);
  assert.deepEqual(
    textsIn(kind, answer.body),
    expectedTexts(expected, language, SITE),
    'the answer of the write',
  );
  return expected;
}

async function move(what: 'trash' | 'restore', model: Model, all: readonly Model[]): Promise<Model> {
  const path = `/${model.kind}/${model.id}`;
  if (what === 'trash') {
    (await admin.delete(path)).expect(model.trashed ? 410 : 200);
    return { ...model, trashed: true };
  }
  (await admin.patch(path, { status: 'publish' })).expect(200);
  if (!model.trashed) return model;
  const again = (slug: string) => freed(slug, model.id, all);
  const slugs = new Map([...model.slugs].map(([language, slug]) => [language, again(slug)]));
  return { ...model, trashed: false, slug: again(model.slug), slugs };
}

const listOf = (kind: Kind, query: string) =>
  admin.get(`/${kind}?per_page=50&${kind === 'events' ? '' : 'hide_empty=false&'}${query}`);
const idsIn = async (kind: Kind, query: string) =>
  (await listOf(kind, query))
    .expect(200)
    .rows(kind)
    .map(({ id }) => id);

/** A search finds what has the word in the language asked for, or in what the site's readers see. */
async function assertSearched(model: Model, language: Language): Promise<void> {
  const { kind, id } = model;
  const looked = isTerm(kind) ? (['title'] as const) : (['title', 'description', 'excerpt'] as const);
  for (const [typed, search] of words) {
    const has = looked.some(
      (field) =>
        (model.texts.get(language)?.[field] ?? '').includes(typed) ||
        shownText(model, SITE, SITE, field).includes(typed),
    );
    const only = isTerm(kind) || kind === 'events' ? `&include=${id}` : '';
    const found = await idsIn(kind, `search=${search}&translation_language=${language}${only}`);
    assert.equal(found.includes(id), has && !model.trashed, `${search} in ${language}: ${kind}/${id}`);
  }
}

async function assertFound(model: Model): Promise<void> {
  const { kind, id } = model;
  for (const slug of allSlugs(model))
    for (const language of languages) {
      const asked = `translation_language=${language}`;
      if (isTerm(kind)) {
        assert.deepEqual(await idsIn(kind, `slug=${slug}&${asked}`), [id]);
        (await admin.get(`/events?${kind}=${slug}&${asked}`)).expect(200);
        continue;
      }
      const answer = await admin.get(`/${kind}/by-slug/${slug}?${asked}`);
      // Another may have its slug by now.
      if (model.trashed) assert.ok(answer.status === 400 || answer.id() !== id, answer.text);
      else {
        assert.equal(answer.expect(200).id(), id, `${slug} in ${language}`);
        const page = kind === 'events' ? 'event' : kind === 'venues' ? 'venue' : 'organizer';
        (await service.anonymous.get(`${service.url}/${language}/${page}/${slug}/`)).expect(200);
      }
    }
}

const slugIn = (language: Language, which: 0 | 1, slug: string) =>
  ({ what: 'write', which, language, way: 'query', sent: { slug } }) as const;
/** The slug that is asked for is taken, and what is free instead is the one that the original language has. */
const LED_BACK = [
  slugIn('en', 0, 'beta'),
  slugIn('de', 1, 'beta'),
  slugIn('en', 1, 'beta'),
  slugIn('de', 1, 'alpha'),
];
/** The same with that of the site's language: from then on both share it again. */
const LED_TO_THE_SITES = [
  slugIn('en', 0, 'alpha'),
  slugIn('en', 1, 'alpha'),
  slugIn('de', 1, 'alpha'),
  slugIn('de', 1, 'gamma'),
];

for (const kind of kinds)
  test(`${kind} show what was written of them in each language, whatever was written before`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.constantFrom(...languages), fc.constantFrom(...languages)),
        steps(kind),
        async (firsts, sequence) => {
          const run = `r${runs++}${kind.slice(0, 1)}`;
          const all: Model[] = [];
          for (const language of firsts) await create(kind, language, run, all);
          for (const [index, step] of sequence.entries()) {
            const model = all[step.which];
            assert.ok(model);
            const others = all.map((one) => (one.trashed ? { ...one, slug: '', slugs: new Map() } : one));
            const next =
              step.what === 'write'
                ? await apply(step, run, model, others)
                : await move(step.what, model, others);
            all[step.which] = next;
            for (const one of all) await assertShown(admin, one, SITE, `after ${index + 1}:`);
            const lists: unknown[] = [];
            const byTitle = `orderby=${kind === 'events' ? 'title' : 'name'}`;
            for (const language of languages)
              lists.push(await idsIn(kind, `${byTitle}&translation_language=${language}`));
            assert.deepEqual([lists[1], lists[2]], [lists[0], lists[0]]);
            await assertFound(next);
          }
          for (const model of all) for (const language of languages) await assertSearched(model, language);
          // What a run leaves must not crowd the lists of the next.
          for (const { id, trashed } of all) if (!trashed) (await admin.delete(`/${kind}/${id}`)).expect(200);
        },
      ),
      {
        numRuns: Number(process.env['FUZZ_RUNS'] ?? 8),
        endOnFailure: false,
        examples: [
          [['en', 'de'], LED_BACK],
          [['en', 'de'], LED_TO_THE_SITES],
        ],
      },
    );
  });

test('kalends check finds nothing wrong with what the writes left', async () => {
  await assertSound(service);
});
