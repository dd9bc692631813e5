import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject, parseJson } from '../support/json.ts';
import type { ServiceProcess } from '../support/service.ts';
import { residentMiB } from './memory.ts';
import { type RandomRequest, randomRequest } from './requests.ts';
import type { Known } from './values.ts';
import { exchange, plainBytes, type WireAnswer } from './wire.ts';

/** What so many requests brought. */
export interface StressReport {
  /** How many answers had each status. */
  statuses: Map<number, number>;
  /** What must not be: the request's number, what was wrong, the request itself. */
  faults: { number: number; what: string; shown: string }[];
  /** Of how many milliseconds an answer took, the value that this part of them (0 to 1) stayed below. */
  within(part: number): number;
  /** The slowest first, milliseconds. */
  slowest: { number: number; ms: number; shown: string }[];
  /** Resident memory of the service after each tenth of the requests, each time after a rest, MiB. */
  memory: number[];
  seconds: number;
}

const AT_ONCE = 8;
const ANSWER_WITHIN_MS = 30_000;
const PARTS = 10;
const FAULTS_ENOUGH = 200;
const SLOWEST_KEPT = 15;

/** Why an answer is not as the contract has it; undefined: it is. */
function faultOf(sent: RandomRequest, answer: WireAnswer): string | undefined {
  const { status, headers } = answer;
  const type = headers['content-type'] ?? '';
  if (status >= 500 || status < 200) return `status ${status}`;
  if (!sent.json || sent.method === 'HEAD' || status === 304) return undefined;
  if (!/^application\/json/.test(type)) return `status ${status} with type "${type}"`;
  let bytes: Buffer;
  try {
    bytes = plainBytes(answer);
  } catch (error) {
    return `a body that isn't ${headers['content-encoding']}: ${String(error)}`;
  }
  const text = bytes.toString('utf8');
  if (Buffer.byteLength(text) !== bytes.length) return 'an answer that is not UTF-8';
  const body = parseJson(text);
  if (body === undefined) return `no JSON: ${text.slice(0, 200)}`;
  // `_envelope` keeps the status in the body.
  const inner = status === 200 && isObject(body) && typeof body['status'] === 'number' ? body : undefined;
  const effective = typeof inner?.['status'] === 'number' && inner['headers'] ? inner['status'] : status;
  const shown = effective === status ? body : (inner?.['body'] ?? body);
  if (effective >= 500) return `enveloped status ${effective}`;
  if (effective < 400) return undefined;
  const data = isObject(shown) ? shown['data'] : undefined;
  const shaped =
    isObject(shown) &&
    typeof shown['code'] === 'string' &&
    typeof shown['message'] === 'string' &&
    isObject(data) &&
    data['status'] === effective;
  return shaped ? undefined : `an error without its shape: ${text.slice(0, 200)}`;
}

function show({ method, path, headers, body }: RandomRequest): string {
  const { authorization, ...others } = headers;
  const who = authorization ? ` as ${authorization.slice(0, 12)}…` : '';
  const sent = body ? ` ${body.toString('latin1').slice(0, 600)}` : '';
  return `${method} ${path.slice(0, 600)}${who} ${JSON.stringify(others).slice(0, 300)}${sent}`;
}

/** Sends the requests of these numbers, several at once, and looks at every answer. */
export async function fire(
  { service, known }: { service: ServiceProcess; known: Known },
  asked: { requests: number; seed: number; first?: number; restMs: number },
  progress: (done: number) => void = () => {},
): Promise<StressReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const taken: number[] = [];
  const report: StressReport = {
    within: (part) => taken.toSorted((a, b) => a - b)[Math.floor(part * (taken.length - 1))] ?? 0,
    statuses: new Map(),
    faults: [],
    slowest: [],
    memory: [],
    seconds: 0,
  };
  const began = performance.now();
  const first = asked.first ?? 0;
  let next = first;
  const work = async (until: number) => {
    while (next < until && report.faults.length < FAULTS_ENOUGH) {
      const number = next++;
      const sent = randomRequest(asked.seed, number, known, service.credentials);
      const sentAt = performance.now();
      let fault: string | undefined;
      try {
        const answer = await exchange(agent, service.url, sent, ANSWER_WITHIN_MS);
        report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1);
        fault = faultOf(sent, answer);
      } catch (error) {
        fault = `no answer: ${String(error)}`;
      }
      const ms = performance.now() - sentAt;
      taken.push(ms);
      if (fault) report.faults.push({ number, what: fault, shown: show(sent) });
      if (report.slowest.length < SLOWEST_KEPT || ms > (report.slowest.at(-1)?.ms ?? 0)) {
        report.slowest.push({ number, ms, shown: show(sent) });
        report.slowest.sort((a, b) => b.ms - a.ms);
        report.slowest.length = Math.min(report.slowest.length, SLOWEST_KEPT);
      }
      if ((number - first) % 1_000 === 0) progress(number - first);
    }
  };
  const together = (until: number) => Promise.all(Array.from({ length: AT_ONCE }, () => work(until)));
  try {
    for (let part = 1; part <= PARTS; part++) {
      await together(first + Math.ceil((asked.requests * part) / PARTS));
      await pause(asked.restMs);
      const resident = residentMiB(service.pid);
      if (resident === undefined) {
        report.faults.push({ number: next, what: 'the service is gone', shown: service.log().slice(-3_000) });
        break;
      }
      report.memory.push(resident);
    }
  } finally {
    agent.destroy();
  }
  report.seconds = (performance.now() - began) / 1_000;
  return report;
}

/** By how much the memory grew from the second tenth, when all is warm, to the end, MiB. */
export function growth({ memory }: StressReport): number {
  return (memory.at(-1) ?? 0) - (memory[1] ?? 0);
}

/** Lines of a log that tell of more than the service's start. */
export function unexpectedLines(log: string): string[] {
  const usual =
    /^(Kalends listens at http|\{"level":40,.*"msg":"(KALENDS_CLOCK is set|X-Forwarded-For came from|Signing in failed|A client asks too often|A request was slow|Further lines of this kind)|Created the administrator "admin"|Set your own password|$)/;
  return log.split('\n').filter((line) => !usual.test(line));
}
