/** Tests that run on SQLite alone, each with the reason; everything else below test/ runs on both engines, or on the other. */
export const onlyOnSqlite: ReadonlyMap<string, string> = new Map([
  ['test/conformance/plans.test.ts', "reads SQLite's own query plans"],
  [
    'test/conformance/docs-browser.test.ts',
    'looks at one page in a browser, which is slow and the same on both',
  ],
  [
    'test/browser/script.test.ts',
    'looks at what scripts do in a browser, which is slow and the same on both',
  ],
  ['test/browser/hostile.test.ts', 'looks at pages in a browser, which is slow and the same on both'],
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
  ['test/conformance/doc-lint.test.ts', 'reads the description, which is the same on both'],
  ['test/conformance/languages-doc.test.ts', 'reads the description, which is the same on both'],
  ['test/conformance/media-costs.test.ts', 'reads pictures, which is slow and the same on both'],
  [
    'test/conformance/feeds-valid.test.ts',
    'holds texts of feeds against schemas, which are the same on both',
  ],
  ['test/conformance/log-secrets.test.ts', 'reads the log of requests, which is slow and the same on both'],
  ['test/conformance/readme.test.ts', 'runs the samples of the README, which begin with SQLite'],
  [
    'test/conformance/commands-language.test.ts',
    'reads texts of commands, which is slow and the same on both',
  ],
  ['test/conformance/command-line.test.ts', 'reads texts of commands, which is slow and the same on both'],
  ['test/conformance/attacks.test.ts', 'sends broken requests, which is slow and the same on both'],
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
  ['test/conformance/completion.test.ts', 'opens no database'],
  ['test/conformance/import-hostile.test.ts', 'reads sources of imports, which is slow and the same on both'],
  ['test/conformance/idle.test.ts', 'looks at connections of clients, which are the same on both'],
  ['test/conformance/stalls.test.ts', 'looks at connections of clients, which are the same on both'],
  ['test/conformance/demo.test.ts', 'makes its own calendar, which is on SQLite wherever it runs'],
  ['test/conformance/installation.test.ts', 'opens no database'],
  ['test/conformance/wrong-starts-files.test.ts', "starts on files that SQLite can't use"],
  ['test/conformance/upgrade.test.ts', 'opens files that earlier versions have made'],
  ['test/stress/locks.test.ts', "takes the lock of SQLite's file, and fills it"],
  ['test/stress/log.test.ts', "looks at the log of SQLite's file"],
  ['test/stress/removed.test.ts', "takes SQLite's file away"],
]);

/** Tests that run only where there is a server, each with the reason. */
export const onlyOnPostgres: ReadonlyMap<string, string> = new Map([
  ['test/conformance/backup-engines.test.ts', 'restores backups of each engine into the other'],
  ['test/conformance/move.test.ts', 'moves calendars between both engines'],
  ['test/conformance/series-move.test.ts', 'moves calendars with series between both engines'],
  ['test/conformance/statement-names.test.ts', "takes away PostgreSQL's memory of statements"],
  ['test/conformance/wrong-starts-server.test.ts', "starts on servers that can't be used"],
  ['test/stress/differential.test.ts', 'asks both engines the same'],
  ['test/stress/nodes.test.ts', 'starts several nodes on one server, and workers on one file'],
  ['test/stress/outage.test.ts', 'takes a server of its own away'],
  ['test/stress/partition.test.ts', 'cuts nodes off from a server'],
  ['test/stress/failover.test.ts', 'has one server follow another that has lost writes'],
  ['test/stress/log-database.test.ts', 'takes a server away, and a replica'],
  ['test/stress/replica.test.ts', 'reads from replicas'],
  ['test/stress/lost-commit.test.ts', 'breaks connections to the server'],
  ['test/stress/reverse-proxy.test.ts', 'has reverse proxies before two nodes on one server'],
  ['test/stress/cluster.test.ts', 'has nodes take over from each other'],
]);

/** Tests that may be skipped, by name, each with the reason. */
export const mayBeSkipped: ReadonlyMap<string, string> = new Map([
  ['GET /docs in a browser', 'not every machine has a browser; with CI=true there has to be one'],
  [
    'every sample on the page does what is said, run as it stands',
    'not every machine has curl; with CI=true there has to be one',
  ],
  ['what script makes better', 'not every machine has a browser; with CI=true there has to be one'],
  ['hostile texts in a browser', 'not every machine has a browser; with CI=true there has to be one'],
  ['public pages in a browser', 'not every machine has a browser; with CI=true there has to be one'],
  ['other origins, in Chromium', 'not every machine has a browser; with CI=true there has to be one'],
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
  ...[
    'what it gives out is what would be made anew, whatever was written and however late it is',
    'the log, the links and kept answers know the client’s address and the public one, whatever a client says',
    'requests and guesses are counted for each client, whatever it says',
    'wrong passwords lock out who sends them',
    'uploads of the largest size, pictures from the cache, and a node that goes',
  ].flatMap((what) =>
    ['nginx', 'caddy'].map((proxy): [string, string] => [
      `${proxy}: ${what}`,
      `not every machine has ${proxy}; with CI=true .ci/run installs it`,
    ]),
  ),
]);
