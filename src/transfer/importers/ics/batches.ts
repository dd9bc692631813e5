import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { once } from '#foundation/memoize/memoize.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ImportSource, noItems } from '../import-item.ts';
import { repair } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import { GroupAdapter } from './adapt.ts';
import { type Calendar, openCalendars } from './document.ts';
import type { AdaptedComponents, ReadEntry } from './versions.ts';
import { ZoneFinder } from './zones.ts';

/** Items of a batch, about. */
const BATCH = 500;

/** Items of one file (contract I3). */
const MOST_ITEMS = 100_000;

/** Names of IANA's zones by those of Windows' (CLDR), in lower case. */
const windowsZones = once(
  () =>
    new Map(
      WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(({ windowsName, iana }) => [
        windowsName.toLowerCase(),
        iana[0],
      ]),
    ),
);

/** Returns the items of a file of calendars as a source. @throws ImportError */
export async function calendarSource(bytes: ByteSource, request: ReadRequest): Promise<ImportSource> {
  const { name, options, site, mostItems = MOST_ITEMS, requestedLanguage, shown } = request;
  const document = await openCalendars(bytes, shown, { encoding: options.encoding, mostItems });
  const finders = new Map<Calendar, ZoneFinder>();
  const zonesOf = (calendar: Calendar) => {
    const finder =
      finders.get(calendar) ??
      new ZoneFinder(calendar, {
        option: options.timezone,
        site: site.timezone,
        horizonYear: Number(site.horizon.slice(0, 4)),
        windows: (zone) => windowsZones().get(zone.toLowerCase()),
        read: (part) => document.read(part),
      });
    finders.set(calendar, finder);
    return finder;
  };
  const adapter = new GroupAdapter({ request, zonesOf });
  return {
    name,
    requestedLanguage,
    embeddedCount: true,
    events: document.groups.length,
    trustedHosts: [],
    identities: {
      source: request.origin,
      ids: document.entries.flatMap(({ name, uid }) => (name === 'VEVENT' && uid !== undefined ? uid : [])),
    },
    repairs: document.isGuessed ? [repair('encoding_guessed', null, null, 'windows-1252')] : [],
    async *batches() {
      const total = document.groups.length;
      let batch: AdaptedComponents = { items: noItems(), remarks: [] };
      for (const [done, group] of document.groups.entries()) {
        const entries: ReadEntry[] = [];
        for (const index of group) {
          const entry = document.entries[index];
          const component = entry && (await document.read(entry));
          if (entry && component) entries.push({ entry, component });
        }
        await adapter.add(batch, entries);
        if (batch.items.events.length + batch.remarks.length < BATCH && done + 1 < total) continue;
        yield { ...batch, progress: { what: 'events', done: done + 1, total } };
        batch = { items: noItems(), remarks: [] };
      }
      await document.close();
    },
  };
}
