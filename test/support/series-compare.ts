// Holds what services show of events that repeat against a model of them: lists, totals, IDs, counts.
import assert from 'node:assert/strict';
import type { JsonObject } from './json.ts';
import type { LinkIds } from './series-changes.ts';
import {
  ascending,
  assertItem,
  idOf,
  isFar,
  isListed,
  isWithin,
  type ModelItem,
  NOW,
  type Read,
  shownText,
  singleItems,
  WINDOW,
} from './series-items.ts';
import { LANGUAGES, type ModelCalendar, type ModelDate, type ModelFields } from './series-model.ts';
import { SeriesReads } from './series-reads.ts';

/** Of the comparisons beside that of the lists, so many after each step. */
const OTHERS_AT_ONCE = 3;

/** Compares calendars with the model, after each step of a history. */
export class SeriesComparison {
  readonly #read: Read;
  readonly #links: LinkIds;
  /** All IDs that dates ever had. */
  readonly #seen = new Set<number>();
  readonly #reads: SeriesReads;
  #next = 0;

  constructor(read: Read, links: LinkIds) {
    this.#read = read;
    this.#reads = new SeriesReads(read);
    this.#links = links;
  }

  /** Holds all lists of a calendar against the model, and some of the other answers in turn; all of them at the end. */
  async compare(calendar: ModelCalendar, options: { isLast: boolean }): Promise<void> {
    const listed = await this.#list('');
    const isPublic = (fields: ModelFields, status: string) => status === 'publish' && !fields.hidden;
    const isAllPublic = [...calendar.series, ...calendar.singles].every(({ fields, status }) =>
      isPublic(fields, status),
    );
    const hasHidden = calendar.series.some(({ own }) =>
      [...own.values()].some(({ fields }) => fields.hidden),
    );
    // Those who edit see what is hidden.
    const editing = '&status=publish,draft,pending,private&context=edit';
    const edited = isAllPublic && !hasHidden ? undefined : await this.#list(editing, 'editor');
    const items = this.#learn(calendar, edited ?? listed);
    const within = items.filter(({ times }) => isWithin(times));
    const published = within.filter(({ fields, status }) => isPublic(fields, status));
    this.#assertList(listed, published);
    const ours = new Set(items.map(({ id }) => id));
    if (edited)
      this.#assertList(
        edited.filter((row) => ours.has(idOf(row))),
        within.filter(({ status }) => status !== 'trash'),
      );
    const comparisons = [
      () => this.#compareSelections(published),
      () => this.#compareSeries(calendar, items),
      () => this.#compareFilters(published),
      () => this.#compareWords(published),
      () => this.#compareLanguages(published),
      () => this.#compareCounts(calendar),
      () => this.#compareHavingEvents(calendar),
      () => this.#reads.compareReads(calendar, items),
      () => this.#reads.compareOccurrences(calendar, items),
    ];
    const count = options.isLast ? comparisons.length : OTHERS_AT_ONCE;
    for (let n = 0; n < count; n++) await comparisons[this.#next++ % comparisons.length]?.();
  }

  /** Holds that nothing is listed, and that no term counts anything. */
  async assertEmpty(): Promise<void> {
    assert.equal((await this.#read(`/events?${WINDOW}`)).at('total'), 0);
    await this.#compareCounts({ series: [], singles: [] });
  }

  async #list(query: string, role?: 'editor'): Promise<JsonObject[]> {
    const rows: JsonObject[] = [];
    for (let page = 1; ; page++) {
      const path = `/events?${WINDOW}&per_page=50&page=${page}${query}`;
      const answer = (await this.#read(path, role)).expect(200);
      rows.push(...answer.rows('events'));
      if (answer.at('next_rest_url') !== undefined) continue;
      assert.equal(answer.at('total'), rows.length);
      return rows;
    }
  }

  /** Holds a list against the IDs that it should have, in any order. */
  async #assertIds(query: string, items: readonly ModelItem[]): Promise<void> {
    const rows = await this.#list(`&_fields=events.id,total,next_rest_url${query}`);
    assert.deepEqual(ascending(rows.map(idOf)), ascending(items.map(({ id }) => id)), query);
  }

  #assertList(rows: readonly JsonObject[], wanted: readonly ModelItem[]): void {
    const left = new Map(rows.map((row) => [idOf(row), row]));
    assert.equal(left.size, rows.length, 'an ID is listed twice');
    for (const item of wanted) {
      const row = left.get(item.id);
      assert.ok(row, `${item.series?.id ?? 'single'} has no ${item.recurrenceId ?? item.id}`);
      assertItem(row, item);
      left.delete(item.id);
    }
    assert.deepEqual([...left.keys()], [], 'more is listed');
    const starts = rows.map((row) => String(row['start_date']));
    assert.deepEqual(starts, starts.toSorted());
  }

  /** Learns the IDs of dates from lists: known ones stay, new ones are new. Returns all items whose IDs are known. */
  #learn(calendar: ModelCalendar, rows: readonly JsonObject[]): ModelItem[] {
    const items = singleItems(calendar);
    for (const series of calendar.series) {
      const listed = new Map<unknown, number>();
      for (const row of rows)
        if (row['post_parent'] === series.id) listed.set(row['recurrence_id'], idOf(row));
      for (const date of series.dates()) {
        const { recurrenceId } = date;
        const id = listed.get(recurrenceId);
        const known = series.ids.get(recurrenceId) ?? series.gone.get(recurrenceId);
        if (id !== undefined) {
          if (known !== undefined) assert.equal(id, known, `another ID at ${recurrenceId}`);
          else assert.ok(!this.#seen.has(id), `${id} is not new`);
          this.#seen.add(id);
        }
        const now = id ?? known;
        if (now === undefined) {
          assert.ok(!isListed(date), `${series.id} has no ${recurrenceId}`);
          continue;
        }
        series.gone.delete(recurrenceId);
        series.ids.set(recurrenceId, now);
        items.push({ ...date, id: now, series });
      }
    }
    return items;
  }

  async #compareSelections(items: readonly ModelItem[]): Promise<void> {
    const repeating = items.filter(({ series }) => series);
    const firsts = new Map<unknown, ModelItem>();
    for (const item of items) {
      const first = firsts.get(item.series ?? item);
      const isEarlier =
        !first ||
        item.times.start < first.times.start ||
        (item.times.start === first.times.start && item.id < first.id);
      if (isEarlier) firsts.set(item.series ?? item, item);
    }
    await this.#assertIds('&condense=true', [...firsts.values()]);
    await this.#assertIds('&recurring=true', repeating);
    await this.#assertIds(
      '&recurring=false',
      items.filter(({ series }) => !series),
    );
  }

  /** Lists of the dates of each series, in any status, and by IDs. */
  async #compareSeries(calendar: ModelCalendar, items: readonly ModelItem[]): Promise<void> {
    for (const series of calendar.series) {
      const own = items.filter((item) => item.series === series);
      const shown = own.filter(({ fields, times }) => !fields.hidden && isWithin(times));
      const published = shown.filter(({ status }) => status === 'publish');
      if (!series.trashed && series.status === 'publish')
        await this.#assertIds(`&post_parent=${series.id}`, published);
      const trash = `&post_parent=${series.id}&status=trash&context=edit`;
      const trashed = await this.#list(trash, 'editor');
      // Those who edit see what is hidden.
      const inTrash = own.filter(({ status, times }) => status === 'trash' && isWithin(times));
      assert.deepEqual(
        ascending(trashed.map(idOf)),
        ascending(inTrash.map(({ id }) => id)),
        `trashed of ${series.id}`,
      );
      const some = published.slice(-3);
      const isAll = !series.isEndless && own.length === series.puts.length && own.every(isFar);
      const ids = isAll ? [series.id] : some.map(({ id }) => id);
      if (ids.length === 0) continue;
      const wanted = isAll
        ? own.filter(({ status, fields }) => status === 'publish' && !fields.hidden)
        : some;
      const answer = (await this.#read(`/events?include=${ids.join()}&per_page=50`)).expect(200);
      assert.equal(answer.at('total'), wanted.length, `include=${ids.join()}`);
    }
  }

  async #compareFilters(items: readonly ModelItem[]): Promise<void> {
    const among = (test: (fields: ModelFields) => boolean) => items.filter(({ fields }) => test(fields));
    for (const name of ['venue', 'organizer', 'categories', 'tags'] as const) {
      const [id = 0] = this.#links[name];
      await this.#assertIds(
        `&${name}=${id}`,
        among((fields) => fields[name].includes(id)),
      );
    }
    await this.#assertIds(
      '&event_status=canceled,postponed',
      among(({ event_status }) => event_status !== 'scheduled'),
    );
    await this.#assertIds(
      '&featured=true',
      among(({ featured }) => featured),
    );
  }

  async #compareWords(items: readonly ModelItem[]): Promise<void> {
    for (const [language, word] of [
      ['en', 'Choir'],
      ['en', 'Words'],
      ['de', 'Schach'],
      ['es', 'Palabras'],
    ] as const)
      await this.#assertIds(
        `&translation_language=${language}&search=${word}`,
        items.filter(({ fields }) =>
          // In another language those of the site's are searched too.
          [fields.title, fields.description].some(
            (text) => shownText(text, language).includes(word) || shownText(text).includes(word),
          ),
        ),
      );
  }

  async #compareLanguages(items: readonly ModelItem[]): Promise<void> {
    const byId = new Map(items.map((item) => [item.id, item]));
    for (const language of LANGUAGES.slice(1))
      for (const row of await this.#list(`&translation_language=${language}`)) {
        const item = byId.get(idOf(row));
        if (item) assertItem(row, item, language);
      }
  }

  /** A term counts each series once that has it, itself or by a date that isn't in the trash (R5). */
  async #compareCounts({ series, singles }: Pick<ModelCalendar, 'series' | 'singles'>): Promise<void> {
    const open = series.filter((one) => one.status === 'publish' && !one.trashed);
    for (const kind of ['categories', 'tags'] as const) {
      const rows = (await this.#read(`/${kind}?per_page=50&hide_empty=false`)).expect(200).rows(kind);
      for (const id of this.#links[kind]) {
        const has = open.filter(
          ({ fields, own }) =>
            fields[kind].includes(id) ||
            [...own.values()].some((date) => !date.trashed && date.fields[kind]?.includes(id)),
        );
        const alone = singles.filter(
          ({ fields, status }) => status === 'publish' && fields[kind].includes(id),
        );
        const row = rows.find((one) => one['id'] === id);
        assert.equal(row?.['count'], has.length + alone.length, `count of ${kind} ${id}`);
      }
    }
  }

  /** A venue has events where a date shows it. */
  async #compareHavingEvents(calendar: ModelCalendar): Promise<void> {
    const dates = [...calendar.series.flatMap((one) => one.dates()), ...singleItems(calendar)].filter(
      ({ status }) => status === 'publish',
    );
    const [near, far] = [dates.filter(isFar), dates];
    for (const kind of ['venue', 'organizer'] as const)
      for (const [query, counts] of [
        ['has_events=true', () => true],
        [
          'only_with_upcoming=true',
          ({ utcEnd, fields }: Pick<ModelDate, 'utcEnd' | 'fields'>) => utcEnd >= NOW && !fields.hidden,
        ],
      ] as const) {
        const shown = new Set(
          (await this.#read(`/${kind}s?per_page=50&${query}`)).rows(`${kind}s`).map(idOf),
        );
        for (const id of this.#links[kind]) {
          const has = (some: typeof dates) =>
            some.some((one) => one.fields[kind].includes(id) && counts(one));
          // What lies beyond the window may not be laid out.
          if (has(near) === has(far)) assert.equal(shown.has(id), has(far), `${query} of ${kind} ${id}`);
        }
      }
  }
}
