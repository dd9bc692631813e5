import type { Parameters } from '#api/routing/parameter.ts';
import { leadsToInterface } from '#calendar/posts/schema.ts';
import type { Call } from '#context.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { essentialFields, importedOverrideFields, importFields } from './fields.ts';
import type { ImportEvent, ImportItem, ImportItems, ImportKind } from './import-item.ts';
import { faultMessage, type ReadFields, readFields } from './read-fields.ts';
import type { ImportReport } from './report.ts';
import { remarkOf } from './upsert.ts';
import type { ReadOverride } from './upsert-overrides.ts';

/** The items of a batch with their validated fields, by kind. */
export type ReadItems = Awaited<ReturnType<typeof readItems>>;

/** An item and its validated fields. */
interface ReadItem<T, P extends Parameters> {
  item: T;
  input: Extract<ReadFields<P>, { input: unknown }>['input'];
}

/** Validates the fields of one kind; reports the items and fields that fail and leaves them out. */
async function readKind<T extends ImportItem, P extends Parameters>(
  kind: ImportKind,
  items: readonly T[],
  { fields, vital }: { fields: P; vital: readonly (keyof P & string)[] },
  at: { call: Call; report: ImportReport },
): Promise<ReadItem<T, P>[]> {
  const ready: ReadItem<T, P>[] = [];
  for (const item of items) {
    const reading = await readFields(fields, item.sent, at.call, vital);
    if ('faults' in reading) {
      at.report.leaveOut({ ...remarkOf(kind, item), reason: faultMessage(reading.faults) });
      continue;
    }
    for (const { field, reason } of reading.dropped)
      at.report.leaveOut({ ...remarkOf(kind, item), field, reason });
    ready.push({ item, input: reading.input });
  }
  return ready;
}

/** Returns an event without a website that leads to the interface, and reports it: its origin has no fields that are read. */
function withSoundWebsite(event: ImportEvent, at: { call: Call; report: ImportReport }): ImportEvent {
  const { website } = event.origin;
  if (!website || !leadsToInterface(website, at.call)) return event;
  const reason = message('problem.interface');
  at.report.leaveOut({ ...remarkOf('events', event), field: 'website', reason });
  return { ...event, origin: { ...event.origin, website: null } };
}

/** Adds to events the validated fields of their dates that set some themselves. */
async function readOverrides<T extends { item: ImportEvent }>(
  events: readonly T[],
  at: { call: Call; report: ImportReport },
): Promise<(T & { overrides: readonly ReadOverride[] })[]> {
  const read: (T & { overrides: readonly ReadOverride[] })[] = [];
  for (const event of events) {
    const overrides: ReadOverride[] = [];
    for (const given of event.item.series?.overrides ?? []) {
      const override = { ...given, event: withSoundWebsite(given.event, at) };
      const kind = { fields: importedOverrideFields, vital: essentialFields.overrides };
      const [one] = await readKind('events', [override.event], kind, at);
      if (one) overrides.push({ override, input: one.input });
    }
    read.push({ ...event, overrides });
  }
  return read;
}

/** Validates the fields of all items; reports the items and fields that fail and leaves them out. */
export async function readItems(items: ImportItems, call: Call, report: ImportReport) {
  const at = { call, report };
  const term = { fields: importFields.terms, vital: essentialFields.terms };
  return {
    categories: await readKind('categories', items.categories, term, at),
    tags: await readKind('tags', items.tags, term, at),
    venues: await readKind(
      'venues',
      items.venues,
      { fields: importFields.venues, vital: essentialFields.venues },
      at,
    ),
    organizers: await readKind(
      'organizers',
      items.organizers,
      { fields: importFields.organizers, vital: essentialFields.organizers },
      at,
    ),
    events: await readOverrides(
      await readKind(
        'events',
        items.events.map((event) => withSoundWebsite(event, at)),
        { fields: importFields.events, vital: essentialFields.events },
        at,
      ),
      at,
    ),
  };
}
