import { fold } from '#foundation/text/fold.ts';

/** Names of the fields of the form, as it sends them. */
const names = [
  'title',
  'description',
  'category',
  'language',
  'day',
  'begin',
  'end',
  'end_day',
  'all_day',
  'repeat',
  'times',
  'venue_name',
  'venue_address',
  'venue_city',
  'organizer',
  'cost',
  'website',
  'alt_text',
  'remove_image',
  'contact_name',
  'contact_email',
  'challenge',
  'proof',
  'homepage',
] as const;
/** Name of a field of the form whose value is a text. */
type WrittenField = (typeof names)[number];
/** Name of a field of the form. */
export type FormField = WrittenField | 'image';
/** Values of the fields of the form; '' where nothing does. */
export type FormValues = Readonly<Record<WrittenField, string>>;

/** Repetitions that the form offers. */
export const repetitions = ['weekly', 'fortnightly', 'monthly', 'monthly_last'] as const;
type Repetition = (typeof repetitions)[number];

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const NO_VALUES: Readonly<Record<string, unknown>> = {};

/** Returns the values that a form sent, or that are given: texts, whatever else came. */
export function formValues(sent: unknown): FormValues {
  const given: Readonly<Record<string, unknown>> =
    typeof sent === 'object' && sent !== null ? { ...sent } : NO_VALUES;
  const text = (name: WrittenField) => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<WrittenField, string>;
}

function ruleOf(repeat: string, day: string): string | undefined {
  const repetition = repetitions.find((one) => one === repeat);
  if (!repetition || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(day);
  } catch {
    return undefined;
  }
  const weekday = WEEKDAYS[date.dayOfWeek - 1] ?? 'MO';
  const rules: Readonly<Record<Repetition, string>> = {
    weekly: 'FREQ=WEEKLY',
    fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
    monthly: `FREQ=MONTHLY;BYDAY=${Math.ceil(date.day / 7)}${weekday}`,
    monthly_last: `FREQ=MONTHLY;BYDAY=-1${weekday}`,
  };
  return rules[repetition];
}

/**
 * Returns the parameters of the interface for what stands in the form, as texts, which they are beside a file too. A venue that is
 * named as one that there is, is that.
 * @param venues the venues of the calendar, by folded name
 */
export function submissionOf(
  values: FormValues,
  venues: ReadonlyMap<string, number>,
): Record<string, unknown> {
  const { day, begin, end, end_day, all_day, repeat, times, venue_name, remove_image, ...others } = values;
  const isAllDay = all_day !== '';
  const rule = ruleOf(repeat, day);
  const venue = venues.get(fold(venue_name));
  return {
    ...others,
    start_date: day && `${day} ${isAllDay ? '00:00' : begin}`,
    end_date: day && `${end_day || day} ${isAllDay ? '23:59' : end}`,
    all_day: String(isAllDay),
    recurrence: rule ? { rrule: `${rule};COUNT=${times || '2'}` } : '',
    venue: String(venue ?? 0),
    venue_name: venue === undefined ? venue_name : '',
    category: others.category || '0',
    ...(remove_image === '' ? {} : { remove_image: 'true' }),
  };
}

/** Returns the fields of the form that a parameter of the interface is made of. */
export function fieldOf(parameter: string): FormField | undefined {
  const made: Readonly<Record<string, FormField>> = {
    start_date: 'day',
    end_date: 'end',
    recurrence: 'repeat',
    venue: 'venue_name',
    file: 'image',
  };
  return made[parameter] ?? names.find((name) => name === parameter);
}

/** Returns what the form shows of a proposal that was made, by its parameters. @param venueName the name of the venue that it chose */
export function valuesOf(fields: Readonly<Record<string, unknown>>, venueName: string): FormValues {
  const start = String(fields['start_date'] ?? '');
  const end = String(fields['end_date'] ?? '');
  const { rrule } = Object(fields['recurrence'] ?? {}) as { rrule?: string };
  const [, interval] = /INTERVAL=(\d+)/.exec(rrule ?? '') ?? [];
  const monthly = rrule?.includes('BYDAY=-1') ? 'monthly_last' : 'monthly';
  const repeat =
    rrule === undefined ? '' : rrule.includes('MONTHLY') ? monthly : interval ? 'fortnightly' : 'weekly';
  const endDay = end.slice(0, 10);
  return formValues({
    ...fields,
    day: start.slice(0, 10),
    begin: start.slice(11, 16),
    end: end.slice(11, 16),
    end_day: endDay === start.slice(0, 10) ? '' : endDay,
    all_day: /^(true|1|on)$/i.test(String(fields['all_day'])) ? 'on' : '',
    repeat,
    times: /COUNT=(\d+)/.exec(rrule ?? '')?.[1] ?? '',
    category: Number(fields['category']) === 0 ? '' : fields['category'],
    venue_name: venueName || fields['venue_name'],
  });
}
