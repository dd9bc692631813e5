// Replays the recorded exchanges against a service that it starts, and prints what differs:
//
//   node test/support/replay/run.ts [--show N] [--only REGEX] [--namespace calendar] [--json FILE]
//
// --show       prints the first N differing exchanges in full, the others on one line each (default 0)
// --only       compares only exchanges whose name matches (all are sent: later ones depend on earlier ones)
// --namespace  `calendar` for /calendar/events/v1 instead of /wp-json/tribe/events/v1
// --json       writes the differing exchanges with all their differences to a file
// --log        prints the service's own log at the end
//
// Ends with 1 where something differs, or a deviation is not needed (judged only where all answers are compared).
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { byPlace, inFull, inShort, summary } from './print.ts';
import { NAMESPACES, replay, startRecorded } from './replay.ts';

const { values } = parseArgs({
  options: {
    show: { type: 'string', default: '0' },
    only: { type: 'string', default: '.' },
    namespace: { type: 'string', default: 'tribe' },
    json: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});
const namespace = NAMESPACES.find((each) => each.includes(values.namespace));
if (namespace === undefined) throw new Error(`No such namespace: ${values.namespace}`);

const recorded = await startRecorded();
const report = await replay(recorded, namespace, new RegExp(values.only));
for (const [i, differing] of report.differing.entries())
  console.log(i < Number(values.show) ? `\n${inFull(differing)}` : `differs: ${inShort(differing)}`);
for (const deviation of report.unneeded) console.log(`not needed: ${deviation}`);
console.log('\nMost frequent differences:');
for (const [place, times] of byPlace(report).slice(0, 25)) console.log(String(times).padStart(5), place);
console.log(summary(report));
if (values.json !== undefined) {
  const rows = report.differing.map(({ recording, answer, differences }) => ({
    name: recording.name,
    request: recording.request,
    status: answer.status,
    differences,
  }));
  writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
}
await recorded.stop();
if (values.log) console.log(recorded.service.log());
process.exitCode = report.differing.length + report.unneeded.length === 0 ? 0 : 1;
