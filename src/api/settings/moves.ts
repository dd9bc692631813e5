import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { MovesAnswer, movesFields } from './schema.ts';
import { siteSettings } from './site-settings.ts';
import { countPublished } from './store.ts';

/** Returns what would move if the calendar had another language or time zone. */
export async function readMoves(call: Call, asked: Input<typeof movesFields>): Promise<MovesAnswer> {
  const { config } = await siteSettings(call);
  const timezone = asked.timezone || config.timezone;
  const language = asked.language ?? config.language;
  const { events, inZone, inLanguage } = await countPublished(call.services.db.read, { timezone, language });
  return { now: toWall(utcText(call.now), timezone), events, in_zone: inZone, in_language: inLanguage };
}
