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

/** Shows what stands in a form in the row beside it. Its formats are made once: making one takes longer than a keystroke may. */
export class ProposalPreview {
  readonly #form: HTMLFormElement;
  readonly #row: HTMLElement;
  readonly #times = new Intl.DateTimeFormat(locale(), {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  });
  readonly #weekdays = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' });
  readonly #days = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' });

  constructor(form: HTMLFormElement, row: HTMLElement) {
    this.#form = form;
    this.#row = row;
  }

  show(): void {
    const row = this.#row;
    const of = (name: string) => textIn(this.#form, name);
    const isAllDay = of('all_day') !== '';
    const end = of('end');
    const city = of('venue_city');
    const times = of('times');
    const repeat = chosenText(this.#form, 'repeat');
    const texts: Readonly<Record<string, string>> = {
      title: of('title') || (row.dataset['untitled'] ?? ''),
      day: this.#dayText(of('day'), row.dataset['day'] ?? ''),
      begin: isAllDay ? '' : this.#timeText(of('begin')),
      end: isAllDay || end === '' ? '' : `–${this.#timeText(end)}`,
      all_day: isAllDay ? (row.dataset['allDay'] ?? '') : '',
      venue_name: of('venue_name'),
      venue_city: city && of('venue_name') ? `, ${city}` : city,
      repeat: repeat && times ? `${repeat}, ${(row.dataset['times'] ?? '').replace('%', times)}` : repeat,
      cost: of('cost'),
    };
    for (const shown of row.querySelectorAll<HTMLElement>('[data-shows]')) {
      const text = texts[shown.dataset['shows'] ?? ''] ?? '';
      if (shown.textContent !== text) shown.textContent = text;
      (shown.closest<HTMLElement>('[data-part]') ?? shown).hidden = text === '';
    }
    for (const category of row.querySelectorAll<HTMLElement>('[data-category]'))
      category.hidden = category.dataset['category'] !== of('category');
  }

  #timeText(time: string): string {
    if (!/^\d\d:\d\d$/.test(time) || document.body.dataset['clock'] !== '12') return time;
    return this.#times.format(new Date(`2000-01-01T${time}Z`));
  }

  #dayText(day: string, pattern: string): string {
    const date = new Date(`${day}T00:00Z`);
    if (Number.isNaN(date.getTime())) return '';
    return pattern.replace('%w', this.#weekdays.format(date)).replace('%d', this.#days.format(date));
  }
}
