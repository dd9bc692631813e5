import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LoopTurns } from '#api/server/answer-size.ts';
import { fold } from '#foundation/text/fold.ts';
import { DuplicateIndex } from './candidates.ts';
import { type ComparedFields, LIKELY, likenessOf, type Profile, profileOf } from './score.ts';
import { addressKey, alikeness, nameAgreement, phoneKey, websiteKey } from './similarity.ts';

const made = (name: string, fields: Partial<ComparedFields> = {}): Profile =>
  profileOf({
    names: [fold(name)],
    address: '',
    city: '',
    zip: '',
    website: '',
    phone: '',
    email: '',
    point: undefined,
    ...fields,
  });
const score = (one: Profile, other: Profile) => likenessOf(one, other).score;

describe('Likely doubles', () => {
  test('are told by their names, however they are spelled', () => {
    for (const [one, other, agreement] of [
      ['Café Müller', 'cafe muller', 'same_name'],
      ['The Blue Note', 'Blue Note', 'same_words'],
      ['Jazz Keller', 'Jazzkeller', 'same_words'],
      ['Philharmonie', 'Philharmonie Ltd.', 'same_words'],
      ['Philharmonie Berlin', 'Philharmony Berlin', 'similar_name'],
      ['Kino Babylon', 'Kino Babylon Mitte', 'name_contained'],
      ['Hall 1', 'Hall 2', undefined],
      ['Library', 'Library North', undefined],
      ['Town hall', 'Museum', undefined],
    ] as const)
      assert.equal(nameAgreement(fold(one), fold(other)), agreement, `${one} and ${other}`);
  });

  test('are told by what else they share, and told apart by what differs', () => {
    assert.equal(addressKey('Hauptstraße 5'), addressKey('Hauptstr. 5'));
    assert.equal(addressKey('12 Main Street'), addressKey('12 main st'));
    assert.equal(websiteKey('https://www.Example.org/'), websiteKey('http://example.org'));
    assert.equal(phoneKey('+49 30 1234567'), phoneKey('(030) 1234567'));
    const berlin = { city: 'Berlin', point: { lat: 52.5, lng: 13.4 } };
    const munich = { city: 'München', point: { lat: 48.1, lng: 11.6 } };
    assert.ok(score(made('Town hall', berlin), made('Town Hall', { city: 'Berlin' })) >= LIKELY);
    assert.ok(score(made('Town hall', berlin), made('Town Hall', munich)) < LIKELY);
    const at = (address: string) => ({ address, city: 'Berlin' });
    assert.ok(score(made('Kino Babylon', at('Platz 1')), made('Kino Babylon Mitte', at('Pl. 1'))) >= LIKELY);
    assert.ok(score(made('Library', at('Weg 1')), made('Library', at('Allee 9'))) < LIKELY);
    assert.equal(score(made('Great hall', at('Weg 1')), made('Cellar', at('Weg 1'))), 0);
    const likeness = likenessOf(made('Hall', berlin), made('Hall', munich));
    assert.deepEqual(likeness.reasons, ['same_name', 'other_city', 'far']);
  });

  const word = fc.constantFrom('blue', 'note', 'hall', 'the', 'café', '1', '2', 'nord', 'theatre', 'theater');
  const profile = fc
    .record({
      name: fc.array(word, { minLength: 1, maxLength: 4 }),
      city: fc.constantFrom('', 'Berlin', 'Bonn'),
      address: fc.constantFrom('', 'Weg 1', 'Weg 2'),
      website: fc.constantFrom('', 'https://example.org'),
    })
    .map(({ name, ...fields }) => made(name.join(' '), fields));

  test('score the same in either order, and full with themselves', () => {
    const [twice, once] = [made('blue blue', {}), made('theater blue', {})];
    assert.deepEqual(likenessOf(twice, once), likenessOf(once, twice));
    fc.assert(
      fc.property(profile, profile, (one, other) => {
        assert.deepEqual(likenessOf(one, other), likenessOf(other, one));
        assert.ok(score(one, one) >= LIKELY);
        assert.ok(score(one, other) >= 0 && score(one, other) <= 100);
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        assert.equal(alikeness(one, other), alikeness(other, one));
      }),
    );
  });

  test('are found by the index as by comparing each with each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(profile, { maxLength: 15 }), async (profiles) => {
        const index = await DuplicateIndex.of(profiles, new LoopTurns());
        const each = profiles.flatMap((one, first) =>
          profiles.flatMap((other, at) =>
            at > first && score(one, other) >= LIKELY ? [`${first} ${at}`] : [],
          ),
        );
        const pairs = (await index.pairs()).map(({ first, second }) => `${first} ${second}`);
        assert.deepEqual(pairs.toSorted(), each.toSorted());
        const [some] = profiles;
        if (some) assert.ok(index.near(some).some(({ place }) => place === 0));
      }),
    );
  });

  test('cost what their number is, not its square', async () => {
    const many = Array.from({ length: 4_000 }, (_, at) => made(`Same name`, { address: `Weg ${at}` }));
    // A thousand of one name would be millions of pairs.
    const mixed = many.map((one, at) => (at % 2 ? one : made(`Other ${at}`)));
    const index = await DuplicateIndex.of(mixed, new LoopTurns());
    assert.ok((await index.pairs()).length < 100_000);
  });
});
