import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { linkedSearchFragments, searchable, spellingsOf, eventSearchTerms as termsIn } from './search.ts';

/** The terms of a search in the spelling without umlauts. */
function eventSearchTerms(text: string, language: Language) {
  const { include, exclude } = termsIn(text, [language]);
  return { include: include.map(([first]) => first), exclude: exclude.map(([first]) => first) };
}

test('eventSearchTerms splits at blanks, commas and plus signs and keeps phrases', () => {
  assert.deepEqual(eventSearchTerms('Jazz,night+Café "Open  Air" -rain -"heavy snow"', 'en'), {
    include: ['jazz', 'night', 'cafe', 'open air'],
    exclude: ['rain', 'heavy snow'],
  });
});

test('eventSearchTerms drops single letters and stop words unless nothing else is left', () => {
  assert.deepEqual(eventSearchTerms('a night at the opera', 'en'), {
    include: ['night', 'opera'],
    exclude: [],
  });
  assert.deepEqual(eventSearchTerms('the', 'en'), { include: ['the'], exclude: [] });
  assert.deepEqual(eventSearchTerms('to  "be"', 'en'), { include: ['to be'], exclude: [] });
  assert.deepEqual(eventSearchTerms('3', 'en'), { include: ['3'], exclude: [] });
  assert.deepEqual(eventSearchTerms('-rain', 'en'), { include: [], exclude: ['rain'] });
  assert.deepEqual(eventSearchTerms(' , ', 'en'), { include: [','], exclude: [] });
  assert.deepEqual(eventSearchTerms('  ', 'en'), { include: [], exclude: [] });
});

test('eventSearchTerms keeps hyphens inside words and an unclosed phrase', () => {
  assert.deepEqual(eventSearchTerms('rock-n-roll "two words', 'en'), {
    include: ['rock-n-roll', 'two words'],
    exclude: [],
  });
});

test('eventSearchTerms takes more than nine terms as one', () => {
  const nine = 'alpha beta gamma delta epsilon zeta eta theta iota';
  assert.equal(eventSearchTerms(nine, 'en').include.length, 9);
  assert.deepEqual(eventSearchTerms(`${nine} -kappa`, 'en'), { include: [`${nine} -kappa`], exclude: [] });
});

test('eventSearchTerms looks for the first two of the terms that no index has', () => {
  const terms = (text: string) => {
    const { include, exclude } = eventSearchTerms(text, 'en');
    return [include.join(' '), exclude.join(' ')];
  };
  assert.deepEqual(terms('ab cd ef gh'), ['ab cd', '']);
  assert.deepEqual(terms('jazz ab cd -ef night gh'), ['jazz ab cd night', '']);
  assert.deepEqual(terms('-ab cd -ef -rain'), ['cd', 'ab rain']);
  assert.deepEqual(terms('ab ab -ab cd'), ['ab cd', 'ab']);
  assert.deepEqual(terms('東京 音楽 花火 夏祭り'), ['東京 音楽 夏祭り', '']);
  assert.deepEqual(terms('🎉🎊 ab 🎉 cde'), ['🎉🎊 ab cde', '']);
});

test('linkedSearchFragments cuts into letters, digits and hyphens', () => {
  assert.deepEqual(linkedSearchFragments('temple avenue', 'en'), ['temple', 'avenue']);
  assert.deepEqual(linkedSearchFragments('@common.com', 'en'), ['common', 'com']);
  assert.deepEqual(linkedSearchFragments('http://one.com', 'en'), ['http', 'one', 'com']);
  assert.deepEqual(linkedSearchFragments('555-0100 Zürich', 'en'), ['555-0100', 'zurich']);
  assert.deepEqual(linkedSearchFragments('!?', 'en'), []);
});

test('stop words are those of the language, and are left out only where other words remain (D39)', () => {
  const fragments = (text: string, language: 'en' | 'de' | 'es') =>
    linkedSearchFragments(text, language).join(' ');
  assert.equal(fragments('The House of Jazz', 'en'), 'house jazz');
  assert.equal(fragments('The House of Jazz', 'de'), 'the house of jazz');
  assert.equal(fragments('das Haus am See', 'de'), 'haus see');
  assert.equal(fragments('das Haus am See', 'es'), 'das haus am see');
  assert.equal(fragments('la Casa de los Ríos', 'es'), 'casa rios');
  assert.equal(fragments('für', 'de'), 'fur');
  assert.equal(fragments('the', 'en'), 'the');
  assert.equal(fragments('at the', 'en'), 'at the');
  assert.equal(fragments('"the" - (of) & !', 'en'), 'the - of');
  assert.equal(fragments('the, House!', 'en'), 'house');
  assert.equal(fragments('www.example.com by the-sea', 'en'), 'www example com the-sea');
  const terms = (text: string, language: 'en' | 'de' | 'es') =>
    eventSearchTerms(text, language).include.join(' ');
  assert.equal(terms('der Abend mit Jazz', 'de'), 'abend jazz');
  assert.equal(terms('der Abend mit Jazz', 'en'), 'der abend mit jazz');
  assert.equal(terms('una noche de jazz y flamenco', 'es'), 'noche jazz flamenco');
  assert.equal(terms('der die das', 'de'), 'der die das');
});

test('umlauts are found in both spellings, typed or written', () => {
  assert.deepEqual(spellingsOf('Möbel'), ['mobel', 'moebel']);
  assert.deepEqual(spellingsOf('Straße'), ['strasse']);
  assert.deepEqual(spellingsOf('poet'), ['poet']);
  assert.equal(searchable('Schöne Möbel, neue Straße'), 'schone mobel, neue strasse schoene moebel,');
  assert.equal(searchable('Poesie im Café'), 'poesie im cafe');
  for (const typed of ['Möbel', 'MO\u0308BEL', 'moebel', 'mobel'])
    assert.ok(
      spellingsOf(typed).some((spelling) => searchable('Altmöbel').includes(spelling)),
      typed,
    );
  assert.ok(spellingsOf('Müller').some((spelling) => searchable('Mueller').includes(spelling)));
});
