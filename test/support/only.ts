import type { Skipped } from './tally.ts';

/** Returns test files below test/conformance with one reason for all of them. */
const because = (reason: string, names: readonly string[]): [string, string][] =>
  names.map((name) => [`test/conformance/${name}.test.ts`, reason]);

/** Tests that run on SQLite alone, each with the reason; everything else below test/ runs on both engines, or on the other. */
export const onlyOnSqlite: ReadonlyMap<string, string> = new Map([
  ...because('shows pages of what other tests read on both', [
    'assets',
    'category-looks',
    'cut-pages',
    'discovery',
    'embed',
    'events-pages',
    'german-pages',
    'grid-clocks',
    'grid-pages',
    'map-page',
    'moved-links',
    'pages',
    'series-pages',
  ]),
  ...because('reads dates and words, which are the same on both', [
    'currency',
    'events-dates',
    'german-dates',
    'german-slugs',
    'languages-refusals',
    'recurrence-preview',
    'words',
  ]),
  ...because('reads feeds of what other tests read on both', [
    'feeds-addresses',
    'feeds-forms',
    'feeds-ical',
  ]),
  ...because('reads and writes files of pictures, which are the same on both', [
    'media-disk',
    'read-only-folder',
    'media-files',
    'older-pictures',
    'private-files',
  ]),
  ...because('reads headers, addresses and settings, which are the same on both', [
    'browser',
    'deploy',
    'languages',
    'proxies',
    'routing',
    'settings-file',
  ]),
  ['test/conformance/plans.test.ts', "reads SQLite's own query plans"],
  [
    'test/conformance/import.test.ts',
    'reads sources of imports, which test/conformance/imports.test.ts and bulk.test.ts write on both',
  ],
  [
    'test/conformance/docs-browser.test.ts',
    'looks at one page in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/script.test.ts',
    'looks at what scripts do in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration.test.ts',
    'looks at screens in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-door.test.ts',
    'looks at screens in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-bulk.test.ts',
    'changes whole lists in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-table.test.ts',
    'filters and changes events in a browser, which is slow and the same on both',
  ],
  ['test/browser/forged-writes.test.ts', 'looks at pages in a browser, which is slow and the same on both'],
  ['test/browser/submit.test.ts', 'fills in a form in a browser, which is slow and the same on both'],
  [
    'test/browser/administration-today.test.ts',
    'looks at the day in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-feeds.test.ts',
    'looks at a screen in a browser, which is slow and the same on both',
  ],
  ['test/browser/administration-imports.test.ts', 'imports in a browser, which is slow and the same on both'],
  [
    'test/browser/administration-linked.test.ts',
    'looks at a screen in a browser, which is slow and the same on both',
  ],
  ['test/browser/administration-editor.test.ts', 'edits in a browser, which is slow and the same on both'],
  [
    'test/browser/administration-editor-links.test.ts',
    'edits in a browser, which is slow and the same on both',
  ],
  ['test/browser/administration-terms.test.ts', 'edits in a browser, which is slow and the same on both'],
  [
    'test/browser/administration-palette.test.ts',
    'looks at screens in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-calendar.test.ts',
    'moves events in a browser, which is slow and the same on both',
  ],
  ['test/conformance/interface-types.test.ts', 'reads the description, which is the same on both'],
  [
    'test/browser/administration-conflicts.test.ts',
    'looks at the editor in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-settings.test.ts',
    'looks at a screen in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/way-out-and-back.test.ts',
    'looks at screens in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-account.test.ts',
    'looks at a screen in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-people.test.ts',
    'looks at a screen in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-media.test.ts',
    'looks at a screen in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/administration-hostile.test.ts',
    'looks at screens in a browser, which is slow and the same on both',
  ],
  ['test/browser/hostile.test.ts', 'looks at pages in a browser, which is slow and the same on both'],
  ['test/browser/map.test.ts', 'looks at maps in a browser, which is slow and the same on both'],
  ['test/conformance/map-tiles.test.ts', 'reads a file beside the calendar, which is the same on both'],
  ['test/browser/layout-shift.test.ts', 'looks at pages in a browser, which is slow and the same on both'],
  ['test/browser/pages.test.ts', 'looks at pages in a browser, which is slow and the same on both'],
  [
    'test/conformance/feeds-text.test.ts',
    'reads texts of feeds by the hundred, which is slow and the same on both',
  ],
  [
    'test/conformance/page-cache.test.ts',
    'compares kept pages, which test/stress/cache-comparison.test.ts does on both',
  ],
  [
    'test/conformance/feeds-valid.test.ts',
    'holds texts of feeds against schemas, which are the same on both',
  ],
  ['test/conformance/feeds-stream.test.ts', 'reads feeds of many megabytes, which are the same on both'],
  [
    'test/conformance/doc-answers.test.ts',
    'asks what the description shows, which is slow and the same on both',
  ],
  ['test/conformance/scopes.test.ts', 'asks what tokens may do at every address, which is the same on both'],
  ['test/conformance/doc-lint.test.ts', 'reads the description, which is the same on both'],
  ['test/conformance/languages-doc.test.ts', 'reads the description, which is the same on both'],
  ['test/conformance/media-costs.test.ts', 'reads pictures, which is slow and the same on both'],
  ['test/conformance/log-secrets.test.ts', 'reads the log of requests, which is slow and the same on both'],
  ['test/conformance/readme.test.ts', 'runs the samples of the README, which begin with SQLite'],
  [
    'test/conformance/commands-language.test.ts',
    'reads texts of commands, which is slow and the same on both',
  ],
  ['test/conformance/command-line.test.ts', 'reads texts of commands, which is slow and the same on both'],
  ['test/conformance/attacks.test.ts', 'sends broken requests, which is slow and the same on both'],
  [
    'test/conformance/recurrence-write.test.ts',
    'reads recurrences, which test/stress/series.test.ts writes on both',
  ],
  [
    'test/conformance/series-limits.test.ts',
    'judges recurrences, which test/stress/series.test.ts writes on both',
  ],
  ['test/conformance/clients.test.ts', 'asks by packages what other tests ask on both'],
  ['test/conformance/recurrence-random.test.ts', 'sends random recurrences, which are read the same on both'],
  [
    'test/conformance/recurrence-refusals.test.ts',
    'sends recurrences that are refused before anything is read',
  ],
  [
    'test/conformance/import-languages.test.ts',
    'reads languages of sources, which is slow and the same on both',
  ],
  ['test/conformance/import-modified.test.ts', 'reads times of sources, which is slow and the same on both'],
  ['test/conformance/translations-fuzz.test.ts', 'sends random texts, which is slow and the same on both'],
  ['test/conformance/log-requests.test.ts', 'reads the log of requests, which is slow and the same on both'],
  ['test/conformance/account-mails.test.ts', 'reads mails of accounts, which are written the same on both'],
  ['test/conformance/passkeys.test.ts', 'signs challenges, which is the same on both'],
  ['test/conformance/second-factor.test.ts', 'counts codes of apps, which are the same on both'],
  ['test/conformance/token-scopes.test.ts', 'asks who may do what, which no engine decides'],
  [
    'test/conformance/session-secrets.test.ts',
    'looks for secrets in answers and the log, which are the same on both',
  ],
  [
    'test/conformance/guesses.test.ts',
    'counts tries of passwords, which test/stress/reverse-proxy.test.ts does on a server',
  ],
  ['test/conformance/output-files.test.ts', 'writes files, which is the same on both'],
  ['test/conformance/printed.test.ts', 'reads texts of commands, which is slow and the same on both'],
  ['test/conformance/prompts.test.ts', 'types on a terminal, which is the same on both'],
  ['test/conformance/docs.test.ts', 'reads the reference, which is the same on both'],
  ['test/conformance/doc.test.ts', 'reads the description, which is the same on both'],
  ['test/conformance/origins.test.ts', 'reads headers, which are the same on both'],
  ['test/conformance/completion.test.ts', 'opens no database'],
  [
    'test/conformance/export-whole.test.ts',
    'moves a calendar, whose fields test/conformance/fields.test.ts moves on both',
  ],
  ['test/conformance/import-hostile.test.ts', 'reads sources of imports, which is slow and the same on both'],
  ['test/conformance/media-aborted.test.ts', 'looks at open files, which are the same on both'],
  ['test/conformance/idle.test.ts', 'looks at connections of clients, which are the same on both'],
  ['test/conformance/stalls.test.ts', 'looks at connections of clients, which are the same on both'],
  ['test/conformance/demo.test.ts', 'makes its own calendar, which is on SQLite wherever it runs'],
  ['test/conformance/installation.test.ts', 'opens no database'],
  ['test/conformance/wrong-starts-files.test.ts', "starts on files that SQLite can't use"],
  ['test/conformance/upgrade.test.ts', 'opens files that earlier versions have made'],
  ['test/conformance/permissions-writes.test.ts', 'asks who may write what, which no engine decides'],
  ['test/conformance/permissions.test.ts', 'asks who may do what, which no engine decides'],
  ['test/conformance/answer-size.test.ts', 'measures answers, which are the same on both'],
  ['test/conformance/commands.test.ts', 'reads texts of commands, which is slow and the same on both'],
  ['test/conformance/interrupt.test.ts', 'interrupts commands, which is slow and the same on both'],
  [
    'test/conformance/account-mails.test.ts',
    'reads mails, whose queue test/conformance/mails.test.ts runs on both',
  ],
  ['test/conformance/setup-decided.test.ts', 'starts services to read what variables decide'],
  ['test/conformance/allow.test.ts', 'reads headers by role, which are the same on both'],
  [
    'test/conformance/backup-forged.test.ts',
    'reads forged backups, which are refused before they reach a database',
  ],
  [
    'test/conformance/protected.test.ts',
    'asks for each field in many ways, where test/stress/differential.test.ts compares the engines',
  ],
  [
    'test/conformance/series-carry.test.ts',
    'carries series from file to file, which test/conformance/series-move.test.ts does between the engines',
  ],
  [
    'test/conformance/leaks.test.ts',
    'asks what others may see, which test/conformance/found-as-shown.test.ts asks filter by filter on both, and test/stress/differential.test.ts compares between the engines',
  ],
  ['test/conformance/nulls.test.ts', 'sends null, which test/conformance/fields.test.ts writes on both'],
  [
    'test/conformance/wrong-starts.test.ts',
    'starts with settings that are refused; those of a server are in test/conformance/wrong-starts-server.test.ts',
  ],
  [
    'test/conformance/site-zone.test.ts',
    'reads which zone a calendar keeps, in a table that test/conformance/site-settings.test.ts writes on both',
  ],
  [
    'test/conformance/series-model.test.ts',
    'compares histories of series with a model; how dates are written and read is compared on both by test/stress/series.test.ts and the other files of series',
  ],
  [
    'test/conformance/series-transfer.test.ts',
    'carries series from file to file, which test/conformance/series-move.test.ts does between the engines',
  ],
  [
    'test/stress/cache-comparison.test.ts',
    'compares kept answers, which test/stress/reverse-proxy.test.ts does on a server',
  ],
  [
    'test/conformance/page-forms.test.ts',
    'sends forms of pages, behind which is what test/conformance/submissions.test.ts and hidden.test.ts send on both',
  ],
  [
    'test/conformance/metrics-port.test.ts',
    'reads bounds, ports and workers in metrics; what a database tells is in test/conformance/metrics.test.ts on both',
  ],
  [
    'test/stress/processes.test.ts',
    'has processes write into one file, as test/stress/nodes.test.ts and cluster.test.ts do on one server',
  ],
  ['test/support/verdict.test.ts', 'judges results of runs, without a service'],
  ['test/support/replay/compare.test.ts', 'compares answers that are written down'],
  ['test/stress/cache-memory.test.ts', 'measures memory of caches, which are the same on both'],
  ['test/stress/processes-end.test.ts', 'looks at processes that end, which is the same on both'],
  [
    'test/conformance/prepared-statements.test.ts',
    'counts statements that SQLite prepares, whose texts are the same on both',
  ],
  ['test/stress/bench.test.ts', 'has the bench measure a calendar on each engine'],
  ['test/stress/locks.test.ts', "takes the lock of SQLite's file, and fills it"],
  ['test/stress/log.test.ts', "looks at the log of SQLite's file"],
  ['test/stress/removed.test.ts', "takes SQLite's file away"],
  [
    'test/conformance/import-bombs.test.ts',
    'reads sources that take memory and time; test/conformance/imports.test.ts and bulk.test.ts write them on both',
  ],
]);

/** Tests that run only where there is a server, each with the reason. */
export const onlyOnPostgres: ReadonlyMap<string, string> = new Map([
  ['test/conformance/backup-engines.test.ts', 'restores backups of each engine into the other'],
  ['test/conformance/move.test.ts', 'moves calendars between both engines'],
  ['test/conformance/series-move.test.ts', 'moves calendars with series between both engines'],
  ['test/conformance/statement-names.test.ts', "takes away PostgreSQL's memory of statements"],
  ['test/conformance/wrong-starts-server.test.ts', "starts on servers that can't be used"],
  ['test/conformance/two-services.test.ts', 'has a service on each engine in one process'],
  ['test/stress/differential.test.ts', 'asks both engines the same'],
  ['test/stress/nodes.test.ts', 'starts several nodes on one server, and workers on one file'],
  ['test/stress/outage.test.ts', 'takes a server of its own away'],
  ['test/stress/partition.test.ts', 'cuts nodes off from a server'],
  ['test/stress/failover.test.ts', 'has one server follow another that has lost writes'],
  ['test/stress/log-database.test.ts', 'takes a server away, and a replica'],
  ['test/stress/replica.test.ts', 'reads from replicas'],
  ['test/stress/lost-commit.test.ts', 'breaks connections to the server'],
  ['test/stress/reverse-proxy.test.ts', 'has reverse proxies before two nodes on one server'],
  ['test/stress/rolling-restart.test.ts', 'restarts nodes on one server behind reverse proxies'],
  ['test/stress/cluster.test.ts', 'has nodes take over from each other'],
]);

/** Reasons of tests that are skipped where a program is missing; .ci/run installs all, so with CI=true they are faults. */
const MISSING = /^(no browser found|there is no (nginx|caddy|openssl|curl) on this machine)$/;

/** Tests that may be skipped everywhere, by name, each with the reason. */
const skippable: ReadonlyMap<string, string> = new Map([
  ['started before it is installed, it says how to install it', 'not every machine has an older Node'],
  ['a file or folder without the right to write is refused', 'root may write everything'],
  ['completion in fish', 'not every machine has fish'],
  ['completion in zsh', 'not every machine has zsh'],
  ['completion in bash, typed on a terminal', 'not every machine has script'],
  [
    'prompts: user password asks twice, shows nothing, and again where the two differ',
    'not every machine has script',
  ],
  ['prompts: what is no password, no user, or interrupted changes nothing', 'not every machine has script'],
  ['prompts: import --login asks for the token, and sends what was typed', 'not every machine has script'],
  ['a full disk for pictures is 503, leaves nothing behind, and can be freed', 'mounting needs privileges'],
  ['a disk that is only to be read is 503 for writes', 'mounting needs privileges'],
  ['a full disk', 'mounting needs privileges'],
  [
    'a full disk refuses every write as that, leaves what was there, and takes writes again once it has room',
    'mounting needs privileges',
  ],
  ['commands on a full disk say so, and leave nothing half done', 'mounting needs privileges'],
  [
    'a data folder on a disk that can only be read is read, and nothing is written',
    'mounting needs privileges',
  ],
  [
    'a data folder of somebody else that everybody may read is read, and nothing is written',
    'running as somebody else needs privileges',
  ],
  ['a full disk, for a command', 'mounting needs privileges'],
  ['a disk that can only be read', 'mounting needs privileges'],
  ['a folder that may not be written', 'the program may lie where only its owner can run it'],
  ['a folder that may not be made', 'the program may lie where only its owner can run it'],
  ['a file that may not be written', 'the program may lie where only its owner can run it'],
  ['kalends.service is sound to systemd, and leaves little open', 'not every machine has systemd'],
  ['no more files that may be open are 503', 'not every system has prlimit'],
  [
    'two nodes behind PgBouncer, which lends each connection for one transaction',
    'not every machine has a PgBouncer',
  ],
]);

/** Tells whether a test may be skipped on this machine. */
export const mayBeSkipped = ({ name, reason }: Skipped, isCi = process.env['CI'] === 'true'): boolean =>
  skippable.has(name) || (MISSING.test(reason) && !isCi);

/** Test files that `npm test` leaves to `npm run test:all`, with the reason for all of a folder, or for each. */
const laterFolders: readonly [folder: string, reason: string][] = [
  ['test/browser/', 'browser'],
  ['test/stress/', 'kills, measures or crowds processes'],
];
const sooner: ReadonlySet<string> = new Set([
  // The two ways through a browser that every change may break: of a visitor, and of an organiser.
  'test/browser/submit.test.ts',
  'test/browser/newcomer.test.ts',
]);
const laterFiles: ReadonlyMap<string, string> = new Map([
  ...because('needs its own process', [
    'command-line',
    'commands',
    'commands-language',
    'completion',
    'demo',
    'deploy',
    'doctor',
    'first-start',
    'full-disk',
    'guesses',
    'horizon-nodes',
    'idempotency',
    'import-ics',
    'imports',
    'installation',
    'interrupt',
    'log',
    'media-aborted',
    'media-costs',
    'media-disk',
    'metrics-port',
    'output-files',
    'printed',
    'private-files',
    'prompts',
    'read-only-folder',
    'readme',
    'settings-file',
    'setup',
    'series-layout',
    'setup-decided',
    'site-zone',
    'upgrade',
    'wrong-starts',
    'wrong-starts-files',
    'wrong-starts-server',
  ]),
  ...because('runs command after command', [
    'export-whole',
    'history-commands',
    'import-bombs',
    'import-hostile',
    'import-languages',
    'import-modified',
    'import',
    'media-files',
    'move',
    'series-carry',
    'series-move',
    'series-transfer',
    'user-edit',
  ]),
  ...because('browser', ['docs-browser']),
  ...because('backup', ['backup', 'backup-engines', 'backup-forged', 'backup-migration']),
  ...because('random', [
    'feeds-text',
    'recurrence-random',
    'revisions-random',
    'series-model',
    'translations-fuzz',
    'undo-random',
  ]),
  ...because('asks at every address or by the megabyte', [
    'allow',
    'answer-size',
    'attacks',
    'doc-answers',
    'doc-lint',
    'docs',
    'feeds-stream',
    'leaks',
    'nested-categories',
    'permissions',
    'permissions-writes',
    'protected',
    'scopes',
    'undo',
  ]),
]);

/** Test files whose statements differ on PostgreSQL, which `npm test` runs there too. */
export const differOnPostgres: ReadonlySet<string> = new Set(
  because('', [
    'change-log-follower',
    'events-list',
    'filters',
    'order',
    'search',
    'search-linked',
    'statement-names',
    'terms',
    'totals',
    'two-services',
    'write-batch',
  ]).map(([file]) => file),
);

/** Returns why `npm test` leaves a file to `npm run test:all`; undefined: it runs it. */
export function reasonForLater(file: string): string | undefined {
  if (sooner.has(file)) return undefined;
  return laterFiles.get(file) ?? laterFolders.find(([folder]) => file.startsWith(folder))?.[1];
}

/** All files that are named above. */
export const named: ReadonlySet<string> = new Set([
  ...onlyOnSqlite.keys(),
  ...onlyOnPostgres.keys(),
  ...sooner,
  ...laterFiles.keys(),
  ...differOnPostgres,
]);

/** Files that run in a process of their own, each with the reason; the others share one, which imports the service once. */
export const ownProcess: ReadonlyMap<string, string> = new Map([
  ['src/store/pictures/fetch.test.ts', 'changes the environment'],
  ['test/support/service.test.ts', 'observes all requests of its process'],
  ['test/conformance/private-files.test.ts', 'changes the mask of files'],
]);
