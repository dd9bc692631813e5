// Starts that the file of SQLite doesn't allow: what each says, and that it leaves everything as it was.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Case, holdCases, nobody, type Place } from '../support/wrong-start.ts';

const mayMount = spawnSync('mount', ['--version']).status === 0 && process.getuid?.() === 0;
function mount(place: Place, folder: string, options: string): void {
  mkdirSync(folder, { recursive: true });
  assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status, 0);
  place.after.push(() => spawnSync('umount', [folder]));
}

/** A calendar's file with something of its own done to it. */
function withFile(place: Place, change: (database: DatabaseSync) => void): void {
  mkdirSync(place.data, { mode: 0o700 });
  const database = new DatabaseSync(path.join(place.data, 'kalends.db'));
  change(database);
  database.close();
  chmodSync(path.join(place.data, 'kalends.db'), 0o600);
}

const cases: readonly Case[] = [
  {
    what: 'a data folder that is a file',
    given: ({ data }) => writeFileSync(data, 'mine'),
    says: [/KALENDS_DATA: \/\S+\/data is a file, not a folder\. Choose a folder/],
    code: 1,
  },
  {
    what: 'a data folder below a file',
    args: ['serve', '--data', 'a/b/c'],
    given: ({ folder }) => writeFileSync(path.join(folder, 'a'), 'mine'),
    says: [/--data: \/\S+\/a is a file, not a folder/],
    code: 1,
  },
  {
    what: 'a folder where the file has to be',
    args: ['serve', '--database-url', 'sqlite:events.db'],
    given: ({ folder }) => mkdirSync(path.join(folder, 'events.db')),
    says: [/--database-url: \/\S+\/events\.db is a folder/],
    code: 1,
  },
  {
    what: 'a file that is no database',
    given({ data }) {
      mkdirSync(data, { mode: 0o700 });
      writeFileSync(path.join(data, 'kalends.db'), 'Dear diary, '.repeat(100), { mode: 0o600 });
    },
    says: [/KALENDS_DATA: \/\S+\/kalends\.db isn’t an SQLite database\. Choose another file/],
    code: 1,
  },
  {
    what: 'a device',
    args: ['serve', '--database-url', 'sqlite:/dev/null'],
    says: [/--database-url: \/dev\/null isn’t an SQLite database/],
    code: 1,
  },
  {
    what: 'a folder that no system makes',
    args: ['serve', '--data', '/proc/calendar/data'],
    skip: process.platform !== 'linux',
    says: [/--data: the folder \/proc\/calendar\/data isn’t writable/],
    code: 1,
  },
  {
    what: 'a link that leads nowhere',
    given: ({ folder, data }) => symlinkSync(path.join(folder, 'none', 'at all'), data),
    says: [/KALENDS_DATA: the folder \/\S+\/data isn’t writable/],
    code: 1,
  },
  {
    what: 'links in a circle',
    given: ({ data }) => symlinkSync(data, data),
    says: [/KALENDS_DATA: the folder \/\S+\/data isn’t writable/],
    code: 1,
  },
  {
    what: 'a name that is too long',
    env: { KALENDS_DATA: 'x'.repeat(300) },
    says: [/KALENDS_DATA: the folder \/\S+ isn’t writable/],
    code: 1,
  },
  {
    what: 'pictures in a file',
    given({ data }) {
      mkdirSync(data, { mode: 0o700 });
      writeFileSync(path.join(data, 'media'), 'mine', { mode: 0o600 });
    },
    says: [/KALENDS_DATA: \/\S+\/data\/media is a file, not a folder/],
    code: 1,
  },
  {
    what: 'a file that is no database, to be looked over',
    args: ['check', '--database-url', 'sqlite:notes.txt'],
    given: ({ folder }) =>
      writeFileSync(path.join(folder, 'notes.txt'), 'Dear diary, '.repeat(100), { mode: 0o600 }),
    says: [/--database-url: \/\S+\/notes\.txt isn’t an SQLite database/],
    code: 1,
  },
  {
    what: "another program's database",
    given: (place) =>
      withFile(place, (database) =>
        database.exec('create table accounts (id integer); insert into accounts values (7)'),
      ),
    says: [/kalends\.db contains tables of another program\. Use a separate database/],
    code: 1,
  },
  {
    what: "another program's database with a table of migrations",
    given: (place) =>
      withFile(place, (database) => database.exec('create table migrations (id integer, batch integer)')),
    says: [/kalends\.db contains tables of another program/],
    code: 1,
  },
  {
    what: 'a database that is damaged',
    given(place) {
      withFile(place, (database) =>
        database.exec('create table migrations (name text primary key, applied_utc text)'),
      );
      const file = path.join(place.data, 'kalends.db');
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xee, 100));
    },
    says: [/KALENDS_DATA: the database \/\S+\/kalends\.db is damaged\. Restore a backup/],
    code: 1,
  },
  {
    what: 'a database of a newer version',
    given: (place) =>
      withFile(place, (database) =>
        database.exec(`pragma journal_mode = wal; create table migrations (name text primary key, applied_utc text);
          insert into migrations values ('0001_calendar', ''), ('9999_future', '')`),
      ),
    says: [/newer version of Kalends \(9999_future\)\. No changes were made\. Install that version/],
    code: 1,
  },
  ...(['check', 'user list', 'export'] as const).map(
    (name): Case => ({
      what: `a database of an older version, for ${name}`,
      args: name.split(' '),
      given: (place) =>
        withFile(place, (database) =>
          database.exec(`pragma journal_mode = wal; create table migrations (name text primary key, applied_utc text);
            insert into migrations values ('0001_calendar', '')`),
        ),
      says: [/kalends\.db was created by an older version\. .*“kalends migrate”/],
      code: 1,
    }),
  ),
  {
    what: 'a database that another program keeps locked',
    async given(place) {
      withFile(place, (database) =>
        database.exec('create table migrations (name text primary key, applied_utc text)'),
      );
      // Not in this process, whose locks would go with the first look into the file.
      const held = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
        database.exec('begin exclusive'); console.log('held'); process.stdin.on('end', () => database.close()).resume();`;
      const holder = spawn(process.execPath, ['-e', held, path.join(place.data, 'kalends.db')], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(holder.stdout, 'data');
      place.after.push(() => holder.stdin.end());
    },
    says: [/KALENDS_DATA: another program locks \/\S+\/kalends\.db\. Stop it/],
    code: 1,
  },
  {
    what: 'a full disk',
    skip: !mayMount,
    given(place) {
      mount(place, place.data, 'size=64k,mode=0700');
    },
    says: [/KALENDS_DATA: the disk with \/\S+\/data is full\. Free up space/],
    code: 1,
  },
  {
    what: 'a full disk, for a command',
    skip: !mayMount,
    args: ['migrate'],
    given(place) {
      mount(place, place.data, 'size=64k,mode=0700');
    },
    says: [/KALENDS_DATA: the disk with \/\S+\/data is full\. Free up space/],
    code: 1,
  },
  {
    what: 'a disk that can only be read',
    skip: !mayMount,
    given(place) {
      mount(place, place.data, 'size=1m,mode=0700,ro');
    },
    says: [
      /KALENDS_DATA: the folder \/\S+\/data isn’t writable \(the disk is read-only\)\. Give the user “\w+”/,
    ],
    code: 1,
  },
  {
    what: 'a folder that may not be written',
    as: nobody,
    skip: !nobody,
    given: ({ data }) => mkdirSync(data, { mode: 0o555 }),
    says: [/KALENDS_DATA: the folder \/\S+\/data isn’t writable \(permission denied\)\. Give the user “\w+”/],
    code: 1,
  },
  {
    what: 'a folder that may not be made',
    as: nobody,
    skip: !nobody,
    env: { KALENDS_DATA: 'closed/a/b' },
    given: ({ folder }) => mkdirSync(path.join(folder, 'closed'), { mode: 0o555 }),
    says: [/KALENDS_DATA: the folder \/\S+\/closed isn’t writable \(permission denied\)/],
    code: 1,
  },
  {
    what: 'a file that may not be written',
    as: nobody,
    skip: !nobody,
    given(place) {
      withFile(place, (database) =>
        database.exec('create table migrations (name text primary key, applied_utc text)'),
      );
      chmodSync(place.data, 0o777);
      chmodSync(path.join(place.data, 'kalends.db'), 0o444);
    },
    says: [/KALENDS_DATA: the file \/\S+\/kalends\.db isn’t readable and writable \(permission denied\)/],
    code: 1,
  },
];

holdCases('a start whose file does not do says why, and leaves nothing behind', cases);
