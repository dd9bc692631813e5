import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withText } from './texts.ts';

test('a text is written in one language, and removed there alone', () => {
  const german = withText('{}', 'Hafen', { language: 'de', site: 'en' });
  assert.equal(german, '{"de":"Hafen"}');
  const both = withText(german, 'Harbour', { language: 'en', site: 'en' });
  assert.equal(both, '{"de":"Hafen","en":"Harbour"}');
  assert.equal(withText(both, 'Port', { language: 'en', site: 'en' }), '{"de":"Hafen","en":"Port"}');
  assert.equal(withText(both, '', { language: 'de', site: 'en' }), '{"en":"Harbour"}');
  // What the site's language has emptied isn't filled from another.
  assert.equal(withText(both, '', { language: 'en', site: 'en' }), '{"en":"","de":"Hafen"}');
  assert.equal(withText('{"en":"Harbour"}', '', { language: 'en', site: 'en' }), '{}');
});
