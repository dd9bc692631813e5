import type { Answer, RequestHeaders } from '../client.ts';
import { at, isObject, type Json } from '../json.ts';
import { people, type Service, startService } from '../service.ts';
import { type Difference, differences } from './compare.ts';
import { Identifiers } from './identifiers.ts';
import { normal, type Place, RECORDED } from './normal.ts';
import { type Deviation, type Recording, readDeviations, readFixture, readRecordings } from './recordings.ts';

/** An exchange whose answer is not the recorded one. */
export type Differing = { recording: Recording; answer: Answer; differences: Difference[] };

/** What a replay found: `counted` answers were compared, `excused` ones left out by a deviation. */
export type Report = { counted: number; excused: number; differing: Differing[] };

/** Both names of the interface. */
export const NAMESPACES = ['/wp-json/tribe/events/v1', '/calendar/events/v1'] as const;

/** The address of the interface below the origin. */
export type Namespace = (typeof NAMESPACES)[number];

const COMPARED_HEADERS = ['x-tec-total', 'x-tec-totalpages', 'allow'];

/** Starts an empty service as the recorded one stood: at that moment, in that zone, with the same five people. */
export async function startRecorded(): Promise<Service> {
  const service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  return service;
}

/**
 * Sends every recorded request in order to a service of `startRecorded`, below `namespace`, and compares the answers
 * whose name matches `only`. Everything is sent in any case, for later requests depend on earlier ones.
 */
export async function replay(service: Service, namespace: Namespace, only = /./): Promise<Report> {
  const identifiers = new Identifiers();
  const deviations = readDeviations();
  const place: Place = { origin: service.url, namespace, identifiers };
  const report: Report = { counted: 0, excused: 0, differing: [] };
  for (const recording of readRecordings()) {
    const answer = await send(service, recording, place);
    identifiers.learn(recording.request.path, recording.learn ?? {}, answer.body);
    if (recording.response === undefined || !only.test(recording.name)) continue;
    const deviation = deviations.find(({ pattern }) => pattern.test(recording.name));
    if (deviation?.mode === 'skip') {
      report.excused++;
      continue;
    }
    report.counted++;
    const found = compare(recording, answer, place, deviation);
    if (found.length > 0) report.differing.push({ recording, answer, differences: found });
  }
  return report;
}

async function send(service: Service, { request }: Recording, place: Place): Promise<Answer> {
  const { role } = request;
  const client = role === 'anonymous' ? service.anonymous : service.as(role);
  const headers: RequestHeaders = { ...request.headers };
  if (request.authorization !== undefined) headers['Authorization'] = request.authorization;
  const path = translated(request.path, place);
  if (request.upload !== undefined) {
    headers['Content-Disposition'] = `attachment; filename="${request.upload}"`;
    return client.send(request.method, service.url + path, readFixture(request.upload), headers);
  }
  const body = request.body === undefined ? undefined : place.identifiers.body(request.path, request.body);
  return client.send(request.method, service.url + path, body, headers);
}

function translated(recorded: string, { identifiers, namespace }: Place): string {
  const bare = namespace.replace(/^\/(wp-json\/)?/, '');
  return identifiers
    .path(recorded)
    .replace(RECORDED.namespace, namespace)
    .replace('=/tribe/events/v1', `=/${bare}`);
}

function compare(recording: Recording, answer: Answer, place: Place, deviation?: Deviation): Difference[] {
  const { request, response } = recording;
  if (response === undefined) return [];
  const out: Difference[] = [];
  if (answer.status !== response.status) {
    out.push({ at: 'status', recorded: response.status, here: answer.status });
  }
  if (response.status < 300) out.push(...headerDifferences(response.headers, answer.headers));

  const recorded = normal(response.body, request.path);
  const here = answer.body === undefined ? null : normal(answer.body, request.path, place);
  if (deviation?.mode === 'status') out.push(...memberDifferences(['code'], recorded, here));
  else if (deviation?.mode === 'sent' && response.status < 300) {
    const sent = isObject(request.body) ? Object.keys(request.body) : [];
    const answered = sent.filter((name) => at(recorded, name) !== undefined);
    out.push(...memberDifferences(answered, recorded, here));
  } else out.push(...differences(recorded, here));

  const ignored = deviation?.mode === 'ignore' ? (deviation.paths ?? []) : [];
  return out.filter((difference) => {
    const place = difference.at.replace(/\[\d+\]/g, '[]');
    return !ignored.some((path) => place.startsWith(path));
  });
}

function headerDifferences(recorded: Record<string, string>, here: Record<string, string>): Difference[] {
  const out: Difference[] = [];
  for (const [name, value] of Object.entries(recorded)) {
    const mine = here[name.toLowerCase()];
    if (COMPARED_HEADERS.includes(name.toLowerCase()) && inOrder(value) !== inOrder(mine)) {
      out.push({ at: `header ${name}`, recorded: value, here: mine });
    }
  }
  return out;
}

function inOrder(list = ''): string {
  return list.split(/,\s*/).sort().join(', ');
}

function memberDifferences(names: string[], recorded: Json, here: Json): Difference[] {
  return names.flatMap((name) => {
    const [wanted, got] = [at(recorded, name), at(here, name)];
    if (wanted === undefined && got === undefined) return [];
    return wanted === undefined || got === undefined
      ? [{ at: name, recorded: wanted, here: got }]
      : differences(wanted, got, name);
  });
}
