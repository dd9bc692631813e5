import type { Site } from '#api/settings/site-settings.ts';
import type { TermRow } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { fullDay, timeIn } from '#web/calendar/reading/day-texts.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { type FormValues, repetitions } from './form-values.ts';

/** A category as the form offers it and a preview shows it. */
export type OfferedCategory = Pick<TermRow, 'id' | 'name' | 'color' | 'mark'>;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function dayText(call: Call, day: string): string {
  try {
    return fullDay(call.language, Temporal.PlainDate.from(day).toString());
  } catch {
    return '';
  }
}

/**
 * Renders a proposal as its row in the calendar. Parts that are empty are there, but hidden: script fills them in while
 * somebody writes.
 */
export function previewRow(
  call: Call,
  site: Site,
  values: FormValues,
  categories: readonly OfferedCategory[],
): Html {
  const text = (key: Parameters<typeof translateText>[1], more?: Record<string, string>) =>
    translateText(call, key, more);
  const hidden = (shown: string | boolean) => (shown ? '' : html` hidden`);
  const time = (value: string) =>
    TIME.test(value) ? timeIn(call.language, site, `2000-01-01 ${value}`) : '';
  const isAllDay = values.all_day !== '';
  const day = dayText(call, values.day);
  const begin = isAllDay ? '' : time(values.begin);
  const end = isAllDay || time(values.end) === '' ? '' : `–${time(values.end)}`;
  const repeated = repetitions.find((one) => one === values.repeat);
  const times = values.times ? `, ${text('submit.preview.times', { times: values.times })}` : '';
  const repeat = repeated ? text(`submit.repeat.${repeated}`) + times : '';
  const city = values.venue_city && values.venue_name ? `, ${values.venue_city}` : values.venue_city;
  const marks = categories.map(
    ({ id, name, color, mark: form }) =>
      html`<span class="cat" dir="auto" data-category="${id}"${hidden(String(id) === values.category)}>${form && color ? mark(form, color) : ''}${plainText(name)}</span> `,
  );
  return html`<div class="ev" data-preview data-untitled="${text('submit.field.title')}" data-day="${text('page.full_day', { weekday: '%w', day: '%d' })}" data-all-day="${text('page.all_day')}" data-times="${text('submit.preview.times', { times: '%' })}">
<div class="ev-t"><b data-shows="begin"${hidden(begin)}>${begin}</b><span class="t-end" data-shows="end"${hidden(end)}>${end}</span><span class="t-all" data-part${hidden(isAllDay)}>${icon('allday')}<span data-shows="all_day">${isAllDay ? text('page.all_day') : ''}</span></span></div>
<div class="ev-b"><p class="t-day" data-shows="day"${hidden(day)}>${day}</p><h3 class="ev-h" dir="auto" data-shows="title">${values.title || text('submit.field.title')}</h3>
<p class="ev-w"><span dir="auto" data-shows="venue_name"${hidden(values.venue_name)}>${values.venue_name}</span><span class="dist" dir="auto" data-shows="venue_city"${hidden(city)}>${city}</span></p>
<p class="ev-m">${marks}<span data-part${hidden(repeat)}>${icon('repeat')}<span data-shows="repeat">${repeat}</span></span> <span dir="auto" data-shows="cost"${hidden(values.cost)}>${values.cost}</span></p></div></div>`;
}
