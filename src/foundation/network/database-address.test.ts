import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownAddress } from './database-address.ts';

test('addresses are shown without passwords, wherever they stand', () => {
  for (const [address, shown] of [
    ['sqlite:/data/a@b.db', 'sqlite:/data/a@b.db'],
    ['postgres://db.example.org/calendar', 'postgres://db.example.org/calendar'],
    ['postgres://ann:pw@db.example.org:5433/calendar', 'postgres://ann@db.example.org:5433/calendar'],
    ['postgresql://ann:p%40w@db/c?sslmode=require', 'postgresql://ann@db/c?sslmode=require'],
    ['postgres://db/c?user=ann&password=pw', 'postgres://db/c?user=ann'],
    ['postgres:///c?host=/run&sslpassword=pw', 'postgres:///c'],
    ['postgres://ann:p@w@db/c', 'postgres://ann@db/c'],
    ['postgres:ann:pw@db/c', 'postgres:db/c'],
    ['postgres://ann:pw@db:port/c', 'postgres:db:port/c'],
    ['mysql://ann:pw@db/c', 'mysql://ann@db/c'],
    ['ann:pw@db', 'ann:db'],
  ] as const)
    assert.equal(shownAddress(address), shown, address);
});
