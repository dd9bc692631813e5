import { Random } from '#transfer/seed/random.ts';
import { differenceOf } from './difference.ts';
import { unexpectedLines } from './fire.ts';
import { learn, nothingKnown } from './known.ts';
import { type Both, onBoth, type Pair, type PairBase } from './pair.ts';
import { stepOf, sweepSteps } from './steps.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

/** A difference between the engines, with as few requests as bring it about. */
export interface Difference {
  sequence: number;
  what: string;
  requests: string[];
}

/** What the sequences brought. */
export interface DifferentialReport {
  sequences: number;
  requests: number;
  writes: number;
  statuses: Map<number, number>;
  differences: Difference[];
  seconds: number;
}

/** So many sequences follow each other on one pair of calendars. */
const ON_ONE_PAIR = 40;
const FEWEST_STEPS = 8;
const MOST_STEPS = 40;
const SHRINK_WITHIN_MS = 90_000;
/** Of each part of a request that is told, so many characters. */
const SHOWN = 600;
/** Numbers of steps: no sequence has more. */
const STEP_SPACE = 1_000;

type Step = Both<WireRequest>;
const ROLE_OF = (base: PairBase, { headers }: WireRequest): string => {
  const sent = headers['authorization'];
  if (!sent) return 'nobody';
  for (const role of ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const)
    if (
      sent.endsWith(base.credentials.sqlite(role).slice(role.length + 1)) ||
      sent.endsWith(Buffer.from(base.credentials.sqlite(role)).toString('base64'))
    )
      return role;
  return 'somebody';
};

function show(base: PairBase, { sqlite }: Step): string {
  const { authorization: _, host, ...others } = sqlite.headers;
  const body = sqlite.body ? ` ${sqlite.body.toString().slice(0, SHOWN)}` : '';
  return `${sqlite.method} ${sqlite.path.slice(0, SHOWN)} (${ROLE_OF(base, sqlite)}) ${JSON.stringify(others).slice(0, SHOWN)}${body}`;
}

/** The steps again on calendars of their own, and in what the last differs there. */
async function replay(base: PairBase, steps: readonly Step[]): Promise<string | undefined> {
  const pair = await base.start();
  try {
    let last: string | undefined;
    for (const step of steps) last = differenceOf(await pair.send(step));
    return last;
  } finally {
    await pair.stop();
  }
}

/** Leaves out what the last step's difference does without: halves first, then ever smaller parts. */
async function shrink(base: PairBase, steps: readonly Step[], of: readonly Step[]): Promise<readonly Step[]> {
  const until = performance.now() + SHRINK_WITHIN_MS;
  const hasTime = () => performance.now() < until;
  const differs = async (some: readonly Step[]) => (await replay(base, some)) !== undefined;
  let kept = (await differs(of)) ? of : steps;
  if (!(await differs(kept.slice(-1)))) {
    for (let size = Math.ceil(kept.length / 2); size >= 1 && hasTime(); size = Math.floor(size / 2))
      for (let at = kept.length - 1 - size; at > -size && hasTime(); at -= size) {
        const without = [...kept.slice(0, Math.max(0, at)), ...kept.slice(Math.max(0, at + size))];
        if (without.length < kept.length && (await differs(without))) kept = without;
      }
    return kept;
  }
  return kept.slice(-1);
}

/** What the services printed of a failure. */
const failureIn = (pair: Pair): string =>
  Object.entries(pair.logs())
    .flatMap(([engine, log]) =>
      unexpectedLines(log).map((text) => `\n  the log on ${engine}: ${text.slice(0, SHOWN)}`),
    )
    .slice(-2)
    .join('');

/** The commands' own look at both calendars, and the logs. */
async function inspect(pair: Pair): Promise<string | undefined> {
  const found = await pair.inspect();
  for (const [engine, { check, log }] of Object.entries(found)) {
    if (check !== 'No problems found.\n') return `check on ${engine}: ${check}`;
    const lines = unexpectedLines(log);
    if (lines.length > 0) return `the log on ${engine}: ${lines.slice(0, 5).join('\n').slice(0, 3_000)}`;
  }
  return undefined;
}

/**
 * Random sequences of writes and reads on both engines, each request on both at once; every answer is compared. A
 * difference is made small and told of, and the sequences go on, on new calendars, until there are `enough` of them.
 */
export async function compareEngines(
  base: PairBase,
  asked: { sequences: number; seed: number; first?: number; enough?: number },
  progress: (done: number, report: DifferentialReport) => void = () => {},
  tell: (difference: Difference) => void = () => {},
): Promise<DifferentialReport> {
  const report: DifferentialReport = {
    sequences: 0,
    requests: 0,
    writes: 0,
    statuses: new Map(),
    differences: [],
    seconds: 0,
  };
  const began = performance.now();
  const first = asked.first ?? 0;
  const until = first + asked.sequences;
  const { enough = 5 } = asked;
  const count = (step: Step, { status }: WireAnswer) => {
    report.requests++;
    if (!['GET', 'HEAD', 'OPTIONS'].includes(step.sqlite.method) && status < 300) report.writes++;
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
  };
  const stepsOf = async (
    make: (credentials: PairBase['credentials']['sqlite']) => WireRequest,
  ): Promise<Step> => onBoth(base.credentials, async (credentials) => make(credentials));

  const add = (difference: Difference) => {
    report.differences.push(difference);
    tell(difference);
  };
  let sequence = first;
  while (sequence < until && report.differences.length < enough) {
    const pair = await base.start();
    const known = nothingKnown(base.pictures);
    const done: Step[] = [];
    let found: { what: string; of: Step[] } | undefined;
    const take = async (step: Step, of: Step[]) => {
      done.push(step);
      of.push(step);
      const answers = await pair.send(step);
      count(step, answers.sqlite);
      learn(known, step.sqlite.path, answers.sqlite);
      const what = differenceOf(answers);
      if (what !== undefined) found = { what: `${what}${failureIn(pair)}`, of };
    };
    try {
      for (const number of sweepSteps(base.credentials.sqlite).keys()) {
        const step = await stepsOf((credentials) => sweepSteps(credentials)[number] as WireRequest);
        if (!found) await take(step, []);
      }
      const last = Math.min(until, sequence + ON_ONE_PAIR);
      for (; sequence < last && !found; sequence++) {
        const steps: Step[] = [];
        const length = FEWEST_STEPS + new Random(asked.seed + sequence).integer(MOST_STEPS - FEWEST_STEPS);
        for (let n = 0; n < length && !found; n++)
          await take(
            await stepsOf((credentials) => stepOf(asked.seed, sequence * STEP_SPACE + n, known, credentials)),
            steps,
          );
        report.sequences++;
        progress(sequence - first + 1, report);
      }
      for (const number of sweepSteps(base.credentials.sqlite).keys()) {
        const step = await stepsOf((credentials) => sweepSteps(credentials)[number] as WireRequest);
        if (!found) await take(step, done.slice(-MOST_STEPS));
      }
      const unsound = found ? undefined : await inspect(pair);
      if (unsound) add({ sequence: sequence - 1, what: unsound, requests: [] });
    } finally {
      await pair.stop();
    }
    if (found) {
      const small = await shrink(base, done, found.of);
      add({
        sequence: sequence - 1,
        what: found.what,
        requests: small.map((step) => show(base, step)),
      });
    }
  }
  report.seconds = (performance.now() - began) / 1_000;
  return report;
}
