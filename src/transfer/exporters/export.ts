import { Links, NAMESPACE } from '#api/http/address.ts';
import { listMedia, type MediaRow } from '#api/media/store.ts';
import { textsByLanguage } from '#api/media/texts.ts';
import { type EventRecord, loadEvents } from '#calendar/events/store.ts';
import { listAllTranslations } from '#calendar/translations/store.ts';
import type { Services } from '#context.ts';
import {
  type ExportedDates,
  exportEvent,
  exportOrganizer,
  exportOverride,
  exportTerm,
  exportVenue,
  type GlobalIdOf,
} from './items.ts';
import {
  calendarName,
  countExported,
  type FormerSlugRow,
  listDates,
  listEventIdsAfter,
  listFormerDatesAfter,
  listFormerSlugsAfter,
  listLinkedAfter,
  listMergedAfter,
  listPictureIds,
  listTermsAfter,
  type MergedItemRow,
} from './store.ts';

const PAGE = 500;

/** A kind of item in an export. */
export type ExportedKind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

/** Receives the text and the pictures of an export. */
export interface ExportSink {
  /** Writes text; resolves when the sink is ready for more. */
  write(text: string): Promise<void>;
  /** Stores a picture's file under a name; absent if only the names are to be exported. */
  keepPicture?(name: string, row: MediaRow): Promise<void>;
  progress(what: ExportedKind | 'pictures', done: number, total: number): void;
}

/** Returns the path of a picture's file as uploaded, before it was scaled down. */
export const originalFile = (row: MediaRow) => row.original_file ?? row.file;

const pictureName = (row: MediaRow) =>
  `${row.id}-${originalFile(row).slice(originalFile(row).lastIndexOf('/') + 1)}`;

/** Returns global IDs as the service at `base` shows them; without a base, under a name of the calendar's own. */
async function globalIdsOf({ db }: Services, base: string | undefined): Promise<GlobalIdOf> {
  if (base !== undefined) {
    const links = new Links(base, { base: '', namespace: NAMESPACE });
    return (id) => links.globalId(id);
  }
  const name = await calendarName(db);
  return (id) => `${name}?id=${id}`;
}

/**
 * Writes the calendar as one JSON document that `import tec` reads completely: one item per line, each kind by ID,
 * with drafts, private and hidden items and passwords, without the trash. The same calendar always gives the same
 * document, whatever host serves it. Holds one page of items in memory at a time.
 * @param base origin for the global IDs of items created here, such as `https://calendar.example.org`
 */
export async function exportCalendar(
  services: Services,
  base: string | undefined,
  sink: ExportSink,
): Promise<void> {
  const db = services.db.read;
  const globalIds = await globalIdsOf(services, base);

  async function section(
    name: ExportedKind,
    page: (after: number) => Promise<{ id: number }[]>,
  ): Promise<void> {
    const total = await countExported(db, name);
    await sink.write(`,\n${JSON.stringify(name)}:[`);
    let after = 0;
    for (let done = 0; ; ) {
      const items = await page(after);
      const lines = items.map((item) => JSON.stringify(item));
      if (lines.length > 0) await sink.write(`${done > 0 ? ',' : ''}\n${lines.join(',\n')}`);
      done += items.length;
      after = items.at(-1)?.id ?? after;
      sink.progress(name, done, Math.max(done, total));
      if (items.length < PAGE) break;
    }
    await sink.write('\n]');
  }

  async function datesOf({ row }: EventRecord): Promise<ExportedDates> {
    const dates = await listDates(db, row.id);
    const own = dates.filter(({ overrides }) => overrides !== '');
    const { records } = await loadEvents(
      db,
      own.map(({ id }) => id),
      { translation: undefined, now: services.now() },
    );
    const sources = records.map(({ source }) => source);
    const translations = await listAllTranslations(db, 'events', sources);
    const byId = new Map(records.map((record) => [record.row.id, record]));
    const overrides = own.flatMap((date) => {
      const record = byId.get(date.id);
      if (!record) return [];
      return exportOverride(record, globalIds, translations.get(date.id), services.config.currency, date);
    });
    return { ids: Object.fromEntries(dates.map(({ id, recurrence_id }) => [recurrence_id, id])), overrides };
  }

  await sink.write('{"kalends":1');
  // Events first, so that everything they link to is exported later, even while others write.
  await section('events', async (after) => {
    const { records } = await loadEvents(db, await listEventIdsAfter(db, after, PAGE), {
      translation: undefined,
      now: services.now(),
    });
    const translations = await listAllTranslations(
      db,
      'events',
      records.map(({ row }) => row),
    );
    const items: ReturnType<typeof exportEvent>[] = [];
    for (const record of records) {
      const dates = record.repeating && (await datesOf(record));
      const texts = translations.get(record.row.id);
      items.push(exportEvent(record, globalIds, texts, services.config.currency, dates));
    }
    return items;
  });
  await section('venues', async (after) => {
    const rows = await listLinkedAfter(db, 'venues', after, PAGE);
    const translations = await listAllTranslations(db, 'venues', rows);
    return rows.map((row) => exportVenue(row, globalIds, translations.get(row.id)));
  });
  await section('organizers', async (after) => {
    const rows = await listLinkedAfter(db, 'organizers', after, PAGE);
    const translations = await listAllTranslations(db, 'organizers', rows);
    return rows.map((row) => exportOrganizer(row, globalIds, translations.get(row.id)));
  });
  for (const kind of ['categories', 'tags'] as const)
    await section(kind, async (after) => {
      const rows = await listTermsAfter(db, kind, after, PAGE);
      const translations = await listAllTranslations(db, kind, rows);
      return rows.map((row) => exportTerm(row, kind, translations.get(row.id)));
    });
  await exportPictures(services, sink);
  await exportFormerDates(services, sink);
  await exportFormerSlugs(services, sink);
  await exportMerged(services, sink);
  await sink.write('}\n');
}

/** Writes the IDs of dates that were taken out of their series, whose addresses are 410. */
async function exportFormerDates({ db }: Services, sink: ExportSink): Promise<void> {
  await sink.write(',\n"former_occurrences":[');
  for (let after = 0; ; ) {
    const rows = await listFormerDatesAfter(db.read, after, PAGE);
    const last = rows.at(-1);
    if (!last) break;
    await sink.write(`${after > 0 ? ',' : ''}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
    after = last.id;
  }
  await sink.write('\n]');
}

/** Writes the slugs by which items were public before, whose addresses lead to them. */
async function exportFormerSlugs({ db }: Services, sink: ExportSink): Promise<void> {
  await sink.write(',\n"former_slugs":[');
  for (let after: FormerSlugRow | undefined; ; ) {
    const rows = await listFormerSlugsAfter(db.read, after, PAGE);
    const last = rows.at(-1);
    if (!last) break;
    await sink.write(`${after ? ',' : ''}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
    after = last;
  }
  await sink.write('\n]');
}

/** Writes what was merged into what; nothing where nothing was. */
async function exportMerged({ db }: Services, sink: ExportSink): Promise<void> {
  let after: MergedItemRow | undefined;
  while (true) {
    const rows = await listMergedAfter(db.read, after, PAGE);
    const last = rows.at(-1);
    if (!last) break;
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    await sink.write(`${after ? ',' : ',\n"merged_items":['}\n${lines}`);
    after = last;
  }
  if (after) await sink.write('\n]');
}

/** Writes all pictures, also those that nothing shows, after everything that may show one. */
async function exportPictures({ db }: Services, sink: ExportSink): Promise<void> {
  const ids = await listPictureIds(db.read);
  await sink.write(',\n"media":[');
  for (let at = 0; at < ids.length; at += PAGE) {
    const slice = ids.slice(at, at + PAGE);
    const rows = await listMedia(db.read, slice);
    const lines: string[] = [];
    for (const id of slice) {
      const row = rows.get(id);
      if (!row) continue;
      const file = pictureName(row);
      await sink.keepPicture?.(file, row);
      const { title, mime_type, date, date_utc, author_id, alt_text, credit, focal_point } = row;
      const shown = {
        alt_text: textsByLanguage(alt_text),
        credit: textsByLanguage(credit),
        focal_point: focal_point === '' ? null : JSON.parse(focal_point),
      };
      const stored = { title, mime_type, date, date_utc, author: String(author_id) };
      lines.push(JSON.stringify({ id, file, ...stored, ...shown }));
    }
    await sink.write(`${at > 0 ? ',' : ''}\n${lines.join(',\n')}`);
    sink.progress('pictures', Math.min(ids.length, at + PAGE), ids.length);
  }
  await sink.write('\n]');
}
