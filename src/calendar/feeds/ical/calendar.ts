import type { Call } from '#context.ts';
import { zoneId } from '#foundation/time/zone.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { HELD, PIECE, type Pieces, PieceWriter } from '../items/pieces.ts';
import type { IcalComponent } from './component.ts';
import { contentLine, textValue } from './line.ts';
import { FIRST_YEAR, timezoneComponent } from './timezone.ts';

/** Period after which a subscriber should ask again (RFC 7986 §5.7). */
const REFRESH = 'PT1H';
function head({ services: { config } }: Call, title: string): string {
  const name = textValue(title);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Kalends//Kalends ${manifest.version}//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    `X-WR-TIMEZONE:${textValue(zoneId(config.timezone))}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]
    .map(contentLine)
    .join('');
}

/**
 * Yields a calendar of some components (RFC 5545 §3.4) in pieces, each zone before it is first needed: in one piece where it is
 * short. The zones of a short one begin with its first dates, those of a long one with the first date that there can be.
 */
export async function* calendarPieces(
  call: Call,
  title: string,
  components: AsyncIterable<IcalComponent>,
): Pieces {
  /** By zone the first year in which it's needed. */
  const years = new Map<string, number>();
  let isLong = false;
  const held = new PieceWriter();
  /** Returns what stands before the components that are held until it's known which zones they need. */
  const begin = () => {
    let text = head(call, title);
    for (const [zone, year] of years) text += timezoneComponent(zone, isLong ? FIRST_YEAR : year);
    return Buffer.from(text);
  };
  for await (const { text, uses } of components) {
    for (const { zone, from } of uses) {
      const year = Number(from.slice(0, 4));
      const known = years.get(zone);
      if (known === undefined && isLong) held.add(timezoneComponent(zone, FIRST_YEAR));
      if (known === undefined || year < known) years.set(zone, year);
    }
    held.add(text);
    if (held.length < (isLong ? PIECE : HELD)) continue;
    if (isLong) yield held.take();
    else {
      isLong = true;
      yield Buffer.concat([begin(), held.take()]);
    }
  }
  held.add('END:VCALENDAR\r\n');
  return isLong ? held.take() : Buffer.concat([begin(), held.take()]);
}
