import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { wordsIn } from '../support/words.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** Texts with several words that people don't read as sentences of ours: where, which, and why. */
const exceptions: readonly (readonly [file: RegExp, text: RegExp, why: string])[] = [
  [
    /^src\/web\/embed\//,
    /^(<script async |target=|href=|filter=|selected$|wrap em$)/,
    'attributes, and what embeds',
  ],
  [
    /^src\/web\/html\/(embedded-frame|send-page)\.ts$/,
    /^(data-theme=|frame-ancestors )/,
    'attributes and a policy',
  ],
  [/^src\/web\/client\//, /^(?:main|input|…)?[\w .,[\]#=…"-]+$/, 'selectors of elements'],
  [/^src\/web\/html\/frame\.ts$/, /^data-/, 'attributes'],
  [/^src\/web\/html\/send-page\.ts$/, /^camera=/, 'a policy'],
  [/^src\/cli\//, /^kalends: (…)+$/, "the program's name before what it says"],
  [/^src\/cli\//, /^after$/, 'where commander puts a text'],
  [/^src\/store\/db\/migrations\//, /./, 'pieces of SQL'],
  [
    /^src\/store\/db\/sqlite(-driver|-dialect|-file|-watch)?\.ts$/,
    /^(pragma|begin|insert into|select) [\w =(),?*…-]+$/,
    'SQL',
  ],
  [
    /^src\/store\/db\/((sqlite|postgres)-)?inspection\.ts$/,
    /./,
    "SQL, the start of SQLite's files, and how the server lists a connection",
  ],
  [/^src\/operations\/doctor\/database\.ts$/, /^(SQLite|PostgreSQL) …$/, 'a name and its version'],
  [/^src\/store\/db\/sqlite\.ts$/, /^select 1 from (sqlite_master|pragma_table_info)/, 'SQL'],
  [/^src\/store\/db\/(statement|postgres-bulk)\.ts$/, /^(insert into …|on conflict |update "…" set )/, 'SQL'],
  [/^src\/store\/db\/(allocators|write-batch)\.ts$/, /^update [\w…]+ set /, 'SQL'],
  [/^src\/store\/db\/changes\.ts$/, /^(insert into |update calendar |\(\(select )/, 'SQL'],
  [/^src\/(api\/access|calendar\/feeds)\/store\.ts$/, /^[\w.]+ as \w+$/, 'tables and columns of a query'],
  [
    /^src\/store\/db\/postgres(-dialect)?\.ts$/,
    /^((begin; …)|(set local |select version\b)|insert into event_search |s… as |with … )/,
    'SQL',
  ],
  [/^src\/store\/db\/postgres-(pool|replica)\.ts$/, /^(set tcp_|begin isolation |select )/, 'SQL'],
  [/^src\/store\/db\/postgres-pool\.ts$/, /^Query read timeout$/, 'how the driver says that no answer came'],
  [
    /^src\/store\/db\/postgres-errors\.ts$/,
    /^cached plan$/,
    'how the server says that it no longer knows a statement',
  ],
  [
    /^src\/calendar\/events\/list-index\/(loaded-sets|list-index|rows)\.ts$/,
    /^There (is|are) /,
    'for programmers: the list is then answered from the database',
  ],
  [
    /^src\/store\/db\/postgres\.ts$/,
    /^(listen …|kalends listener)$/,
    'SQL, and how the server lists a connection',
  ],
  [/^src\/calendar\/events\/cost\/cost\.ts$/, /^cost /, 'for programmers: people are told problem.cost'],
  [/^src\/calendar\/events\/(list\/list|filters\/period)\.ts$/, /^\w+ as \w$/, 'tables of a query'],
  [
    /^src\/api\/(http\/response-headers|server\/(answer|mount))\.ts$|^src\/web\/html\/page\.ts$/,
    /^[\w=…-]+(, [\w=…-]+)+$/,
    'values of headers, lists of their names and methods',
  ],
  [/./, /^([\w…]+\/)?[\w+…]+; charset=utf-8$/i, 'media types'],
  [/^src\/api\/http\/response-headers\.ts$/, /^…, .* GMT$/, 'dates of RFC 9110'],
  [/^src\/api\/server\/malformed-requests\.ts$/, /^[A-Z][\w-]+: ./, 'header lines'],
  [
    /^src\/api\/server\/malformed-requests\.ts$/,
    /^(Bad Request|Request Timeout|Payload Too Large|Request Header Fields Too Large|Service Unavailable)$/,
    'reasons of RFC 9110 on the status line',
  ],
  [
    /^src\/(foundation\/logging\/(requests|output)|api\/server\/request-facts)\.ts$/,
    /^[A-Z][\w :;.-]+\.$/,
    'lines of the log, which is English',
  ],
  [
    /^src\/foundation\/logging\/pretty\.ts$/,
    /^(method url |… ms$|… KiB$)/,
    'members of a line of the log, and units',
  ],
  [
    /^src\/(transfer\/(importers\/(store|tec\/(source|batches))|imports\/run)|cli\/import)\.ts$/,
    /^(import|file|site) …$/,
    'names under which is remembered',
  ],
  [
    /^src\/transfer\/importers\/(csv\/(fields|values)|web\/zones)\.ts$/,
    /./,
    'words that people write into tables and addresses, in each language',
  ],
  [/^src\/transfer\/importers\/web\/fetch-page\.ts$/, /^text\/html, /, 'a value of a header'],
  [/^src\/transfer\/(imports|exporters)\/store\.ts$/, /^(is not|not in)$/, 'operators of SQL'],
  [
    /^src\/store\/db\/write-batch\.ts$/,
    /^Nothing was changed\.$/,
    'for programmers: it never leaves the batch',
  ],
  [
    /^src\/api\/second-factor\/sealed-secrets\.ts$/,
    /^(totp …|\w+ as \w)$/,
    'what secrets are sealed for, and tables of a query',
  ],
  [/^src\/web\/(submit|html|calendar\/components)\//, /^(lang="…" )?dir="auto"$/, 'attributes'],
  [/^src\/web\/documents\/pages\.ts$/, /^aria-current="page"$/, 'an attribute'],
  [/^src\/web\/documents\/markdown\.ts$/, /^<(h…|div) /, 'elements without text of ours'],
  [/^src\/foundation\/i18n\/words\.ts$/, /./, 'words by which searches and prices are read'],
  [/^src\/web\/html\/authored\.ts$/, /^<a href="…" rel="[\w ]+">…<\/a>…$/, 'an element without text of ours'],
  [/^src\/transfer\/importers\/tec\/site\.ts$/, /^HTTP … …$/, 'a status, as the protocol has it'],
  [/^src\/cli\/import\.ts$/, /^(Basic|Bearer) …$/, 'HTTP credentials'],
  [/^src\/cli\/completion-(bash|zsh|fish)\.ts$/, /./, 'programs of shells'],
  [/^src\/store\/pictures\/metadata\.ts$/, /^acTL /, 'chunks of PNG'],
  [/^src\/api\/media\/serve\.ts$/, /^(attachment; filename=|public, |bytes )/, 'values of headers'],
  [
    /^src\/(api\/media\/serve|web\/html\/page|api\/http\/response-headers)\.ts$/,
    /^(default-src |…; style-src |; script-src )/,
    'content security policies',
  ],
  [
    /^src\/operations\/metrics\/(families|cluster)\.ts$/,
    /./,
    'what metrics are, for Prometheus: English, as the log is',
  ],
  [/^src\/operations\/metrics\/exposition\.ts$/, /^text\/plain; /, 'a content type'],
  [/^src\/web\/openapi\/curl\.ts$/, /^(Content-Type|Sec-Fetch-Site): /, 'header lines'],
  [/^src\/api\/access\/sessions\/cookie\.ts$/, /; SameSite=/, 'a header line'],
  [/^src\/web\/openapi\/examples\.ts$/, /./, "examples of calendars' contents, and of one answer"],
  [/^src\/transfer\/seed\//, /./, 'a made-up calendar, which is in English'],
  [/^src\/foundation\/text\/(html|paragraphs)\.ts$/, /^[\w ]+$/, 'names of HTML elements'],
  [/^src\/foundation\/text\/website\.ts$/, /^http https /, 'protocols'],
  [
    /^src\/foundation\/time\/(words|phrase|german|spanish|rewrite)\.ts$/,
    /./,
    'words that dates are typed with, and patterns of them',
  ],
  [/^src\/calendar\/venues\/rules\.ts$/, /^United States$/, 'the country as calendars write it'],
  [/^src\/web\/html\/html.ts$/, /^<script type="application\/ld\+json">/, 'an element without text'],
  [/^src\/web\/html\/page\.ts$/, /^aria-current="true"$/, 'an attribute'],
  [
    /^src\/web\/calendar\/.*\.ts$|^src\/web\/html\/frame\.ts$/,
    /^(checked|wrap start|[\w-]+="[\w…]+")$/,
    'attributes',
  ],
  [/^src\/web\/html\/frame\.ts$/, /^<svg /, 'drawings'],
  [
    /^src\/web\/html\/send-page\.ts$/,
    /^(default-src|img-src|…?; |Accept, |public, |private, )/,
    'values of headers',
  ],
  [/^src\/web\/assets\/(routes|map-tiles)\.ts$/, /^public, /, 'values of headers'],
  [
    /^src\/web\/calendar\/components\/map-living\.ts$/,
    /^(data-|… OpenStreetMap …$)/,
    'attributes, and a name',
  ],
  [/^src\/web\/calendar\/components\/map-list\.ts$/, /^data-at=/, 'an attribute'],
  [/^src\/web\/calendar\/linked\/linked-page\.ts$/, /^class=/, 'an attribute'],
  [/^src\/web\/client\/map-vector\.ts$/, /^(color-mix\(|\(prefers-)/, 'CSS'],
  [
    /^src\/foundation\/site\/settings\.ts$/,
    /^© OpenStreetMap contributors$/,
    'a sample, as OpenStreetMap has it',
  ],
  [/^src\/web\/assets\/(sources|theme)\.ts$/, /@(layer|media) |^--k-/, 'CSS'],
  [/^src\/web\/html\/icon(s|-drawings)\.ts$/, /^<(circle|path|symbol|svg) /, 'drawings'],
  [/^src\/web\/admin\/document\.ts$/, /^(data-logo=|Kalends …$)/, 'an attribute, and a name'],
  [/^src\/web\/admin\/routes\.ts$/, /^[a-z]+-[a-z]+ ('|https:)|^[a-z]+-src /, 'content security policies'],
  [/^src\/web\/admin\/client\/.*\.tsx?$/, /^(input:not|input, \[|a, button, input$)/, 'selectors'],
  [/^src\/calendar\/merging\/redirects\.ts$/, /^merged_\w+ as \w$/, 'tables'],
  [/^src\/calendar\/history\/restore\.ts$/, /^\w+ …$/, 'keys of maps'],
  [/^src\/calendar\/duplicates\/similarity\.ts$/, /^a an and at /, 'words that names are compared without'],
  [/^src\/web\/submit\/(form|preview)\.ts$/, /^(selected|checked|hidden|data-.*)$/, 'attributes'],
  [/^src\/calendar\/submissions\/actions\.ts$/, /^submission of …$/, 'what secrets are made of'],
  [/^src\/api\/media\/uses\/store\.ts$/, /^case when /, 'SQL'],
  [/^src\/web\/submit\/status\.ts$/, /^aria-current=/, 'an attribute'],
  [/^src\/web\/submit\/pages\.ts$/, /^private, /, 'values of headers'],
  [/^src\/calendar\/submissions\/store\.ts$/, /^[\w.]+ as \w+$/, 'tables and columns'],
  [/^src\/api\/writes\//, /^(user …|client …|kalends idempotency)$/, 'what keys are made of'],
  [/^src\/api\/passkeys\//, /^(user|create|sign in)\n…/, 'what challenges are signed for'],
  [/^src\/calendar\/feeds\/answer\.ts$/, /^…; filename=/, 'values of headers'],
  [/^src\/calendar\/feeds\/ical\//, /^(PRODID|BEGIN):/, 'content lines of iCalendar'],
  [/^src\/web\/discovery\/routes\.ts$/, /^(Allow|Disallow|Sitemap): /, 'lines of robots.txt'],
  [/^src\/web\/discovery\/sitemap\.ts$/, /^(<\?xml version|…)/, 'elements without text'],
  [/^src\/web\/html\/favicon\.ts$/, /^<svg /, 'a drawing'],
  [/^src\/calendar\/feeds\/(rss|atom)\.ts$/, /^<(\?xml|rss|feed) /, 'elements without text'],
  [
    /^src\/calendar\/feeds\/csv\.ts$/,
    /^(Event|Feature|Hide|All Day) /,
    "columns by the names of The Events Calendar's importer",
  ],
];

test('texts for people stand in the catalogues, not in the program', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 100);
  const used = new Set<number>();
  const offences: string[] = [];
  for (const file of files)
    for (const { line, text } of wordsIn(readFileSync(path.join(ROOT, file), 'utf8'))) {
      const exception = exceptions.findIndex(([where, which]) => where.test(file) && which.test(text));
      if (exception < 0) offences.push(`${file}:${line}: ${text}`);
      else used.add(exception);
    }
  assert.deepEqual(offences, []);
  assert.deepEqual(
    exceptions.filter((_, i) => !used.has(i)).map(([, , why]) => why),
    [],
    'exceptions that nothing needs',
  );
});

const samples = (name: string) =>
  readFileSync(path.join(ROOT, 'test', 'samples', 'words', name), 'utf8')
    .trim()
    .split('\n');

test('words are found wherever people would read them', () => {
  for (const line of samples('offences.txt')) {
    const [source = '', texts = ''] = line.split(/ *\/\/ (?=[^/]*$)/);
    const found = wordsIn(`\n${source}`);
    assert.equal(found.map(({ text }) => text).join(' | '), texts, source);
    assert.ok(found.every((one) => one.line === 2));
  }
});

test('what nobody reads as a sentence is passed over', () => {
  for (const source of samples('passed.txt')) assert.deepEqual(wordsIn(source), [], source);
});
