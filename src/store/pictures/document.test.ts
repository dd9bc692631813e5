import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentType } from './document.ts';

const cases: readonly (readonly [string, string, string | Buffer, 'text' | 'pdf' | undefined])[] = [
  ['notes.txt', 'text/plain', 'Bring your own chair.', 'text'],
  ['notes.TXT', 'text/plain; charset=utf-8', 'Grüße', 'text'],
  ['notes.txt', 'application/octet-stream', 'a < b', 'text'],
  ['', 'text/plain', 'nameless', 'text'],
  ['notes.txt', 'text/html', 'Bring your own chair.', undefined],
  ['notes.html', 'text/plain', 'Bring your own chair.', undefined],
  ['notes.txt.js', 'text/plain', 'alert(1)', undefined],
  ['notes', 'application/octet-stream', 'unknown', undefined],
  ['notes.txt', 'text/plain', '\ufeff <!DOCTYPE html><p>page', undefined],
  ['notes.txt', 'text/plain', '<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['notes.txt', 'text/plain', '<?php echo 1;', undefined],
  ['notes.txt', 'text/plain', '#!/bin/sh', undefined],
  ['notes.txt', 'text/plain', 'nul\0', undefined],
  ['notes.txt', 'text/plain', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), undefined],
  ['notes.txt', 'text/plain', Buffer.from('7f454c4602010100', 'hex'), undefined],
  ['plan.pdf', 'application/pdf', '%PDF-1.7\n%\u00e2', 'pdf'],
  ['plan.bin', 'application/octet-stream', '%PDF-1.4', 'pdf'],
  ['plan.pdf', 'application/pdf', '<html>', undefined],
];

for (const [name, type, content, expected] of cases) {
  test(`documentType of ${JSON.stringify(name)} sent as ${JSON.stringify(type)} with ${JSON.stringify(String(content))}`, () => {
    assert.equal(documentType({ name, type, bytes: Buffer.from(content) }), expected);
  });
}
