// Prints as what `bin/kalends.js` goes on where it serves, so that the processes of a whole run are started as that: each would look
// through all sources and become another program, which takes a sixth of a start. Prints nothing where the system doesn't tell.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inherited, removeAtExit, serve } from './program.ts';

if (process.platform === 'linux') {
  const data = mkdtempSync(path.join(tmpdir(), 'kalends-launch-'));
  removeAtExit(data);
  const started = await serve({ ...inherited, KALENDS_PORT: '0', KALENDS_DATA: data }, () => {});
  const read = (what: string) =>
    readFileSync(`/proc/${started.pid}/${what}`, 'utf8').split('\0').slice(0, -1);
  const line = read('cmdline');
  const env: Record<string, string> = {};
  for (const entry of read('environ')) {
    const [, name, value] = /^(MALLOC_\w+)=(.*)$/.exec(entry) ?? [];
    if (name !== undefined && value !== undefined) env[name] = value;
  }
  await started.stop('SIGTERM');
  if (line.at(-1) === 'serve') process.stdout.write(JSON.stringify({ line: line.slice(0, -1), env }));
}
