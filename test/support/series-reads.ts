// Holds single reads of events that repeat against the model.
import assert from 'node:assert/strict';
import { isObject } from './json.ts';
import { assertItem, type ModelItem, NOW, type Read, shownText, TO } from './series-items.ts';
import { type ModelCalendar, ModelSeries } from './series-model.ts';

/** Compares single reads with the model. */
export class SeriesReads {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  /** Reads of series, of some of their dates, and of some that are gone. */
  async compareReads(calendar: ModelCalendar, items: readonly ModelItem[]): Promise<void> {
    for (const id of calendar.dead.slice(-4)) await this.#assertGone(id);
    for (const series of calendar.series) {
      for (const id of [...series.gone.values()].slice(-2)) await this.#assertGone(id);
      const own = items.filter((item) => item.series === series);
      const odd = own.filter(({ recurrenceId }) => series.own.has(recurrenceId ?? ''));
      for (const item of new Set([own[0], own[own.length >> 1], own.at(-1), odd[0], odd.at(-1)]))
        if (item) await this.#compareRead(`/events/${item.id}`, item);
      await this.#compareRecurrence(series);
    }
  }

  async #compareRead(path: string, item: ModelItem): Promise<void> {
    const isPublic = item.status === 'publish';
    const answer = await this.#read(path, isPublic || item.status === 'trash' ? undefined : 'editor');
    if (item.status === 'trash') {
      answer.expect(403);
      return;
    }
    const { body } = answer.expect(200);
    assert.ok(isObject(body));
    assertItem(body, item);
  }

  async #assertGone(id: number): Promise<void> {
    const answer = (await this.#read(`/events/${id}`)).expect(410);
    assert.equal(answer.at('code'), 'event-no-longer-available');
  }

  /** Reads by a day, or by a day and a time. */
  async compareOccurrences(calendar: ModelCalendar, items: readonly ModelItem[]): Promise<void> {
    for (const series of calendar.series) {
      if (series.trashed || series.status !== 'publish') continue;
      const own = items.filter((item) => item.series === series);
      for (const item of new Set([own[own.length >> 1], own.at(-1)])) {
        if (!item?.recurrenceId) continue;
        const day = item.recurrenceId.slice(0, 10);
        const first = own
          .filter(({ recurrenceId }) => recurrenceId?.startsWith(day))
          .sort((a, b) => String(a.recurrenceId).localeCompare(String(b.recurrenceId)))[0];
        const path = `/events/${series.id}?occurrence=`;
        if (first && first.recurrenceId === series.puts.find((date) => date.startsWith(day)))
          await this.#compareRead(`${path}${day}`, first);
        await this.#compareRead(`${path}${encodeURIComponent(item.recurrenceId)}`, item);
      }
      const [gone] = [...series.gone.keys()].filter((date) => !series.puts.includes(date));
      if (gone) (await this.#read(`/events/${series.id}?occurrence=${encodeURIComponent(gone)}`)).expect(404);
    }
  }

  async #compareRecurrence(series: ModelSeries): Promise<void> {
    const answer = await this.#read(
      `/events/${series.id}`,
      series.trashed || series.status === 'publish' ? undefined : 'editor',
    );
    if (series.trashed) {
      answer.expect(403);
      return;
    }
    const pattern = new ModelSeries(0, series.fields, series.times, { rrule: [], rdate: [], exdate: [] });
    pattern.puts = series.puts;
    const plain = pattern.dates();
    const next = series
      .dates()
      .filter(({ utcEnd, status }) => utcEnd > NOW && status !== 'trash')
      .sort((a, b) => (a.utc < b.utc ? -1 : 1))[0];
    const shown = answer.expect(200).at('recurrence');
    assert.ok(isObject(shown));
    const { first_date, last_date, count, continues, continued_by } = shown;
    const [start, end] = [answer.at('start_date'), answer.at('end_date')];
    const title = answer.at('title');
    assert.deepEqual(
      { start, end, title, first_date, last_date, count, continues, continued_by },
      {
        start: series.times.start,
        end: series.times.end,
        title: shownText(series.fields.title),
        first_date: plain[0]?.times.start,
        last_date: series.isEndless ? null : plain.at(-1)?.times.start,
        count: series.isEndless ? null : plain.length,
        continues: series.continues,
        continued_by: series.continuedBy,
      },
    );
    if (!next) assert.equal(answer.at('recurrence.next'), null);
    else if (next.times.start < TO) assert.equal(answer.at('recurrence.next.start_date'), next.times.start);
  }
}
