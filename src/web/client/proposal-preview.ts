// The proposal as a visitor of the calendar will see it, shown beside its form while that is filled in.

const textIn = (form: HTMLFormElement, name: string): string => {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked ? 'on' : '';
  return field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement
    ? field.value.trim()
    : '';
};

const chosenText = (form: HTMLFormElement, name: string): string => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLSelectElement && field.value !== ''
    ? (field.selectedOptions[0]?.textContent ?? '')
    : '';
};

const locale = (): string => {
  const { lang } = document.documentElement;
  return lang === 'en' ? 'en-GB' : lang;
};

function timeText(time: string): string {
  if (!/^\d\d:\d\d$/.test(time) || document.body.dataset['clock'] !== '12') return time;
  const moment = new Date(`2000-01-01T${time}Z`);
  return new Intl.DateTimeFormat(locale(), {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  }).format(moment);
}

function dayText(day: string, pattern: string): string {
  const date = new Date(`${day}T00:00Z`);
  if (Number.isNaN(date.getTime())) return '';
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(date);
  return pattern
    .replace('%w', inWords({ weekday: 'long' }))
    .replace('%d', inWords({ day: 'numeric', month: 'long' }));
}

/** Shows what stands in a form in the row beside it. */
export function showPreview(form: HTMLFormElement, row: HTMLElement): void {
  const of = (name: string) => textIn(form, name);
  const isAllDay = of('all_day') !== '';
  const end = of('end');
  const city = of('venue_city');
  const times = of('times');
  const repeat = chosenText(form, 'repeat');
  const texts: Readonly<Record<string, string>> = {
    title: of('title') || (row.dataset['untitled'] ?? ''),
    day: dayText(of('day'), row.dataset['day'] ?? ''),
    begin: isAllDay ? '' : timeText(of('begin')),
    end: isAllDay || end === '' ? '' : `–${timeText(end)}`,
    all_day: isAllDay ? (row.dataset['allDay'] ?? '') : '',
    venue_name: of('venue_name'),
    venue_city: city && of('venue_name') ? `, ${city}` : city,
    repeat: repeat && times ? `${repeat}, ${(row.dataset['times'] ?? '').replace('%', times)}` : repeat,
    cost: of('cost'),
  };
  for (const shown of row.querySelectorAll<HTMLElement>('[data-shows]')) {
    const text = texts[shown.dataset['shows'] ?? ''] ?? '';
    shown.textContent = text;
    (shown.closest<HTMLElement>('[data-part]') ?? shown).hidden = text === '';
  }
  for (const category of row.querySelectorAll<HTMLElement>('[data-category]'))
    category.hidden = category.dataset['category'] !== of('category');
}
