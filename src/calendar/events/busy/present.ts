import Type, { type Static } from 'typebox';
import { mayEdit, mayRead } from '#api/access/permissions.ts';
import { translationIn } from '#api/routing/actor.ts';
import { localizedTexts } from '#calendar/translations/rules.ts';
import { loadTranslations } from '#calendar/translations/store.ts';
import type { Call } from '#context.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { TakenDate } from './store.ts';

const date = () =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', examples: ['2027-03-01 10:00:00'] });

/** Schema of a time that is taken; `event` is null where its reader may know no more than that. */
export const BusyTime = Type.Object({
  event: Type.Union([
    Type.Object({ id: Type.Integer(), title: Type.String(), status: Type.String(), rest_url: Type.String() }),
    Type.Null(),
  ]),
  start_date: date(),
  end_date: date(),
  utc_start_date: date(),
  utc_end_date: date(),
  all_day: Type.Boolean(),
});
/** A time that is taken, on the clock of the answer's zone and in UTC. */
export type BusyTime = Static<typeof BusyTime>;

/** Returns times that are taken as their reader may see them: of what listings hide, to those who may not edit it, as taken alone. */
export async function presentTaken(
  call: Call,
  rows: readonly TakenDate[],
  timezone: string,
): Promise<BusyTime[]> {
  const translation = translationIn(call);
  const texts = rows.map(({ event_id, language, translations }) => ({
    id: event_id,
    language,
    translations,
  }));
  const own =
    translation &&
    (
      await loadTranslations(call.services.db.read, translation, [
        { kind: 'events', rows: texts, isLean: true },
      ])
    ).events;
  return rows.map((row) => {
    const translated = own?.get(row.event_id);
    const { title } = translated
      ? localizedTexts({ title: row.title, description: '', slug: '' }, translated)
      : row;
    const isShown = mayRead(call.viewer, row) && (row.hide_from_listings === 0 || mayEdit(call.viewer, row));
    return {
      event: isShown
        ? {
            id: row.id,
            title: titleDisplay(title),
            status: row.status,
            rest_url: call.links.rest('events', row.id),
          }
        : null,
      start_date: toWall(row.utc_start_date, timezone),
      end_date: toWall(row.utc_end_date, timezone),
      utc_start_date: row.utc_start_date,
      utc_end_date: row.utc_end_date,
      all_day: row.all_day === 1,
    };
  });
}
