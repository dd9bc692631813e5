import type { Services } from '#context.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { ReadingSite } from './source-kind.ts';

/** Returns the settings of this calendar that decide how sources are read. */
export function readingSite({ config, now }: Services): ReadingSite {
  const at = now();
  const { timezone, language, horizonDays } = config;
  const today = toWall(utcText(at), timezone);
  return { timezone, language, now: at.toString(), horizon: daysFrom(today, horizonDays).slice(0, 10) };
}
