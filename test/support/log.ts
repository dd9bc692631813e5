import { setTimeout as pause } from 'node:timers/promises';
import { isObject, parseJson } from './json.ts';
import type { Service } from './service.ts';

const WITHIN_MS = 60_000;

/** A line of the log. */
export type Line = Record<string, unknown>;

/** Returns the lines of a service's log so far; what the service says to people when it starts is none. */
export const logLines = (service: Pick<Service, 'log'>): Line[] =>
  service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseJson)
    .filter(isObject);

/** Waits until the log has so many lines that are right, and returns all of them. */
export async function linesOf(
  service: Pick<Service, 'log'>,
  isRight: (line: Line) => boolean,
  count = 1,
): Promise<Line[]> {
  const endMs = performance.now() + WITHIN_MS;
  for (;;) {
    const found = logLines(service).filter(isRight);
    if (found.length >= count) return found;
    if (performance.now() > endMs)
      throw new Error(`The log has ${found.length} such lines, not ${count}: ${service.log().slice(-2_000)}`);
    await pause(10);
  }
}
