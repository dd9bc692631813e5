import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Answer, RequestHeaders } from '../client.ts';
import { isObject, type Json } from '../json.ts';
import { people, type Service, startService } from '../service.ts';
import { type Difference, differences } from './compare.ts';
import { Excuses } from './excuses.ts';
import { Identifiers } from './identifiers.ts';
import { type Asked, normal, type Place, RECORDED } from './normal.ts';
import { findFixture, type Recording, readDeviations, readFixture, readRecordings } from './recordings.ts';

/** An exchange whose answer is not the recorded one. */
export type Differing = { recording: Recording; answer: Answer; differences: Difference[] };

/** The result of a replay. */
export type Report = {
  /** The number of answers that were compared. */
  counted: number;
  /** The number that differ as a whole, by decision. */
  excused: number;
  differing: Differing[];
  /** Deviations that no answer needed, and such as name no exchange. */
  unneeded: string[];
};

/** Both names of the interface. */
export const NAMESPACES = ['/wp-json/tribe/events/v1', '/calendar/events/v1'] as const;

/** The address of the interface below the origin. */
export type Namespace = (typeof NAMESPACES)[number];

const COMPARED_HEADERS = ['x-tec-total', 'x-tec-totalpages', 'allow'];
const RECORDED_PICTURES = `${RECORDED.origin}/fixtures/`;

/** A service as the recorded one stood, and a server of the pictures that requests name by their addresses. */
export interface Recorded {
  readonly service: Service;
  /** The beginning of the addresses of pictures. */
  readonly pictures: string;
  /** Ends both. */
  stop(): Promise<void>;
}

/** Starts an empty service as the recorded one stood: at that moment, in that zone, with the same five people. */
export async function startRecorded(): Promise<Recorded> {
  const server = servePictures().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  try {
    const service = await startService({
      clock: '2026-11-20T18:00:00Z',
      timezone: 'America/New_York',
      env: { KALENDS_FETCH_ALLOW: host },
    });
    await people(service);
    const stop = () => service.stop().finally(close);
    return { service, pictures: `http://${host}/`, stop };
  } catch (error) {
    close();
    throw error;
  }
}

const PICTURE_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

function servePictures(): Server {
  return createServer((request, response) => {
    const name = (request.url ?? '').split(/[/?]/)[1] ?? '';
    const bytes = findFixture(name);
    if (bytes === undefined) return response.writeHead(404).end();
    const type = PICTURE_TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    return response.writeHead(200, { 'Content-Type': type }).end(bytes);
  });
}

/**
 * Sends every recorded request in order to what `startRecorded` gave, below `namespace`, and compares the answers
 * whose name matches `only`. Everything is sent in any case, for later requests depend on earlier ones.
 */
export async function replay(
  { service, pictures }: Recorded,
  namespace: Namespace,
  only = /./,
): Promise<Report> {
  const identifiers = new Identifiers();
  const excuses = new Excuses(readDeviations());
  const place: Place = { origin: service.url, namespace, identifiers };
  const report: Report = { counted: 0, excused: 0, differing: [], unneeded: [] };
  const compared = new Set<string>();
  const recordings = readRecordings();
  for (const recording of recordings) {
    const answer = await send(service, recording, { place, pictures });
    identifiers.learn(recording.request.path, recording.learn ?? {}, answer.body);
    const { name } = recording;
    if (recording.response === undefined || !only.test(name)) continue;
    compared.add(name);
    const found = excuses.left(name, compare(recording, answer, place, excuses));
    if (found.length > 0 && excuses.isWhole(name)) {
      report.excused++;
      continue;
    }
    report.counted++;
    if (found.length > 0) report.differing.push({ recording, answer, differences: found });
  }
  const names = new Set(recordings.map(({ name }) => name));
  report.unneeded = [
    ...excuses.unknown(names).map((name) => `${name}: no such exchange`),
    ...excuses.unneeded(compared),
  ];
  return report;
}

async function send(
  service: Service,
  { request }: Recording,
  { place, pictures }: { place: Place; pictures: string },
): Promise<Answer> {
  const { role } = request;
  const client = role === 'anonymous' ? service.anonymous : service.as(role);
  const headers: RequestHeaders = { ...request.headers };
  if (request.authorization !== undefined) headers['Authorization'] = request.authorization;
  const path = translated(request.path, place);
  if (request.upload !== undefined) {
    headers['Content-Disposition'] = `attachment; filename="${request.upload}"`;
    return client.send(request.method, service.url + path, readFixture(request.upload), headers);
  }
  return client.send(request.method, service.url + path, bodyOf(request, { place, pictures }), headers);
}

/** The body of a request with the service's numbers, and pictures where they are served now. */
function bodyOf(
  { path, body, headers }: Recording['request'],
  { place: { identifiers }, pictures }: { place: Place; pictures: string },
): Json | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string')
    return /urlencoded/.test(headers['Content-Type'] ?? '') ? identifiers.query(path, body) : body;
  const text = JSON.stringify(identifiers.body(path, body)).replaceAll(RECORDED_PICTURES, pictures);
  const placed: Json = JSON.parse(text);
  return placed;
}

function translated(recorded: string, { identifiers, namespace }: Place): string {
  const bare = namespace.replace(/^\/(wp-json\/)?/, '');
  return identifiers
    .path(recorded)
    .replace(RECORDED.namespace, namespace)
    .replace('=/tribe/events/v1', `=/${bare}`);
}

/** Returns the differences of an answer from the recorded one, or from that without the events which a decision keeps out of it. */
function compare(recording: Recording, answer: Answer, place: Place, excuses: Excuses): Difference[] {
  const { name, response } = recording;
  if (response === undefined) return [];
  const found = differencesFrom(response, recording, answer, place);
  const without = found.length > 0 ? excuses.without(name) : undefined;
  return without ? differencesFrom(leftOut(response, without), recording, answer, place) : found;
}

type Response = NonNullable<Recording['response']>;

function differencesFrom(
  recorded: Response,
  { request }: Recording,
  answer: Answer,
  place: Place,
): Difference[] {
  const { body, path } = request;
  const asked: Asked = { path, dated: isObject(body) && ('date' in body || 'date_utc' in body) };
  const here = answer.body === undefined ? null : normal(answer.body, asked, place);
  return [
    ...differences(recorded.status, answer.status, 'status'),
    ...headerDifferences(recorded.headers, answer.headers),
    ...differences(normal(recorded.body, asked), here),
  ];
}

/** A recorded list of events without some of them, in its rows, totals and headers. */
function leftOut({ status, headers, body }: Response, ids: readonly number[]): Response {
  const rows = isObject(body) ? body['events'] : undefined;
  if (!isObject(body) || !Array.isArray(rows))
    throw new Error('Events are left out of lists of events alone.');
  const events = rows.filter((row) => !(isObject(row) && ids.includes(Number(row['id']))));
  const total = Number(body['total']) - (rows.length - events.length);
  const pages = total === 0 ? 0 : Number(body['total_pages']);
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const header = name.toLowerCase();
    shown[name] =
      header === 'x-tec-total' ? String(total) : header === 'x-tec-totalpages' ? String(pages) : value;
  }
  return { status, headers: shown, body: { ...body, events, total, total_pages: pages } };
}

function headerDifferences(recorded: Record<string, string>, here: Record<string, string>): Difference[] {
  const out: Difference[] = [];
  for (const [written, value] of Object.entries(recorded)) {
    const name = written.toLowerCase();
    if (COMPARED_HEADERS.includes(name) && inOrder(value) !== inOrder(here[name]))
      out.push({ at: `header ${name}`, recorded: value, here: here[name] });
  }
  return out;
}

function inOrder(list = ''): string {
  return list.split(/,\s*/).sort().join(', ');
}
