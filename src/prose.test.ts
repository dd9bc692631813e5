// Holds the prose linter of `npm run check` against sentences that documents had.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProse, checkTargets } from '../build/prose.ts';

/** Sentences that documents once had. */
const FORMER = [
  'What is Kalends’ own is below the base: users, tokens, media.',
  'An option wins over the environment, that over a file; what is empty is not given.',
  'A line that is none, and a value that can’t be, are told with file and line.',
  'Whoever doesn’t want strangers to bring that about lets a proxy refuse far dates.',
  'Those that change or remove somebody need one that is there.',
  'Where nobody reads standard output any more, the lines are lost and the service goes on.',
  'A backup of an older version is brought to the present form, and made anew.',
  'Nobody learns of an event there that they may not read.',
  'Whatever becomes of its answer, the request is done once.',
  'Dates of publication come along in both ways; a change here moves the latter as ever.',
  'Who goes on sending after the answer is disconnected after a quarter of it.',
  'As root it runs as another user, from the folder for temporary files.',
  'Such an event is found by its former slugs until something else takes them.',
  'Whether it is open is told on the page of the event.',
  'Of two who use a link at once one does.',
  'By itself a service tells nothing of its cause.',
  'A password may stand in the variable in place of the address, where it is not seen.',
  'Lists are asked for again, and nothing of the former answer is kept.',
  'The undo brings back what somebody has taken back of others.',
  'Editors alone see that, and the way back is in the history.',
];

test('finds each of twenty sentences that documents once had', () => {
  assert.deepEqual(
    FORMER.filter((sentence) => checkProse(`# Title\n\n${sentence}\n`, 'page.md').length === 0),
    [],
  );
});

test('reports the line, the words and a suggestion', () => {
  assert.deepEqual(checkProse('# Title\n\nA list.\nWhoever reads it waits.\n\n- Fine.\n', 'page.md'), [
    { line: 4, found: 'Whoever', suggestion: 'name the person: “Visitors…”, “Anyone who…”' },
    { line: 4, found: 'Whoever', suggestion: 'anyone who, or the role' },
  ]);
});

test('ignores code, quoted texts, comments and questions', () => {
  const source = `# What does it cost?

Run \`told what is made anew\`. The button says “Keep what nobody asked for”.

<!-- Whoever reads this -->

\`\`\`sh
# Whoever made this
\`\`\`

| setting | default |
| --- | --- |
| \`kept\` | \`asked\` |
`;
  assert.deepEqual(checkProse(source, 'page.md'), []);
});

test('limits the length of sentences', () => {
  const sentence = (count: number) => `${'word '.repeat(count).trim()}.`;
  assert.deepEqual(checkProse(sentence(25), 'page.md', 25), []);
  assert.match(checkProse(sentence(26), 'page.md', 25)[0]?.suggestion ?? '', /^26 words/);
});

/** Texts of the interface that were once there, by catalogue. */
const FORMER_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'en.json': [
    'Whoever wants to read it has to know this.',
    'Whether it takes place online.',
    'What people and imports change stands here.',
    '{count, plural, one {# event stays as it was} other {what was made stays}}',
  ],
  'de.json': [
    'Wer Ihren Link hat, sieht ihn.',
    'Was Sie eintragen, erscheint im Kalender.',
    'Ob sie online stattfindet.',
    'Der Anmeldename ist falsch.',
    '{count, plural, one {Eine Änderung zurückgenommen} other {# Änderungen}}',
  ],
  'es.json': [
    'Tus cambios no están guardados.',
    'Lo que se envió.',
    'Elija otro lugar.',
    'Fusionar con otra.',
  ],
};

test('finds former texts of the interface in each language', () => {
  for (const [file, texts] of Object.entries(FORMER_TEXTS))
    assert.deepEqual(
      texts.filter((text) => checkProse(`{\n  "key": ${JSON.stringify(text)}\n}\n`, file).length === 0),
      [],
      file,
    );
});

test('reads each branch of a message, without its values', () => {
  const check = (text: string, file = 'en.json') =>
    checkProse(`{\n  "key": ${JSON.stringify(text)}\n}\n`, file, 5).map(({ found }) => found);
  assert.deepEqual(
    check('{kept, plural, =0 {} one {One two three four {name}} other {A B # C {d, number}}}'),
    [],
  );
  assert.deepEqual(check('{n, plural, one {# event} other {# events and nobody}}'), ['nobody']);
});

test('reads texts of catalogues and docstrings', () => {
  assert.equal(checkProse('{\n  "key": "Whoever wants it."\n}\n', 'en.json')[0]?.line, 2);
  const program =
    '// what was told\n\n/** Returns what nobody asked.\n * @param name Whatever */\nconst made = 1;\n';
  assert.deepEqual(
    checkProse(program, 'program.ts').map(({ found }) => found),
    ['asked', 'nobody', 'Whatever'],
  );
});

test('the texts of the project pass', () => {
  assert.deepEqual(checkTargets(), []);
});
