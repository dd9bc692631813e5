import type { Page } from 'playwright-core';
import type { Role, Service } from './service.ts';

/** A word without a place to break, as languages and thoughtless people make them. */
const ENDLESS =
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsfeierstundenprogrammheft';
const RIGHT_TO_LEFT = 'مهرجان الموسيقى في الميناء القديم، ليلة الافتتاح الكبيرة';

/** Items that the states show, by their IDs. */
export interface StateItems {
  readonly event: number;
  readonly date: number;
  readonly venue: number;
  readonly category: number;
  readonly picture: number;
}

/** A state of a screen that somebody brings about: something that is open, chosen, wrong or gone. */
export interface ShownState {
  readonly name: string;
  /** Who looks at it; the administrator if absent. */
  readonly by?: Role;
  address(items: StateItems): string;
  /** Selector of what stands there once the screen is loaded. */
  readonly ready: string;
  /** Brings the state about, by keys. */
  enter?(page: Page): Promise<void>;
  /** The status that the browser tells of, where the state comes from a refusal. */
  readonly status?: number;
}

/** Makes what is hardest to show: words without end, another direction, likely doubles, a long series. */
export async function createExtremes(service: Pick<Service, 'url' | 'as'>): Promise<StateItems> {
  const admin = service.as('admin');
  const create = async (path: string, body: object) => (await admin.post(path, body)).expect(201).id();
  const at = { start_date: '2026-09-18 19:00:00', end_date: '2026-09-18 21:00:00' };
  const venue = await create('/venues', { venue: ENDLESS, address: ENDLESS, city: ENDLESS });
  const organizer = await create('/organizers', { organizer: ENDLESS });
  const category = await create('/categories', { name: ENDLESS });
  const event = await create('/events', {
    title: ENDLESS,
    ...at,
    venue,
    organizer: [organizer],
    categories: [category],
  });
  await create('/events', { title: RIGHT_TO_LEFT, description: `<p>${RIGHT_TO_LEFT}</p>`, ...at, venue });
  const series = await create('/events', {
    title: `Every week: ${ENDLESS}`,
    ...at,
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=40' },
  });
  for (const name of ['Town Hall', 'Townhall']) await create('/venues', { venue: name, address: 'Market 1' });
  const [, second] = (await admin.get(`/events?post_parent=${series}&start_date=2026-09-01`)).rows('events');
  const [picture] = (await admin.get(`${service.url}/kalends/v1/media`)).rows('media');
  return { event, venue, category, date: Number(second?.['id']), picture: Number(picture?.['id']) };
}

const press = async (page: Page, selector: string, place = 0) =>
  page.locator(selector).nth(place).press('Enter');
const choose = async (page: Page, text: string) => {
  await page.locator('.pop [role=combobox], .ww [role=combobox]').first().focus();
  await page.keyboard.type(text);
  await page.locator('[role=option]').first().waitFor();
};
const newEvent = { address: () => '/admin/events/new', ready: '.rt-t' } as const;
const events = { address: () => '/admin/events', ready: 'tbody tr[data-id]' } as const;

/** States that are looked at beside the screens as they open; add yours. */
export const shownStates: readonly ShownState[] = [
  { name: 'menu-of-row', ...events, enter: (page) => press(page, 'tbody .c-m button', 2) },
  {
    name: 'filter-of-dates',
    ...events,
    async enter(page) {
      await press(page, '.at-f .chip');
      await press(page, '.pop .df button');
      await page.locator('.df-p').waitFor();
    },
  },
  {
    name: 'filter-of-categories',
    ...events,
    async enter(page) {
      await press(page, '.at-f .chip', 1);
      await choose(page, 'a');
    },
  },
  {
    name: 'selection',
    ...events,
    async enter(page) {
      await page.locator('tbody .c-x input').first().press('Space');
      await page.locator('.bulk button', { hasText: /\S/ }).nth(7).press('Enter');
      await page.locator('.pop').waitFor();
    },
  },
  { name: 'keys', ...events, enter: async (page) => page.keyboard.press('?') },
  { name: 'missing', address: () => '/admin/nowhere/at/all', ready: '.none-a' },
  { name: 'endless-event', address: ({ event }) => `/admin/events/${event}`, ready: '.rt-t' },
  { name: 'date-of-series', address: ({ date }) => `/admin/events/${date}`, ready: '.ed-sc' },
  {
    name: 'new-venue',
    ...newEvent,
    async enter(page) {
      await choose(page, 'A quay that is new');
      await page.keyboard.press('Control+Enter');
      await page.locator('.nv').waitFor();
    },
  },
  {
    name: 'repetition',
    ...newEvent,
    async enter(page) {
      await press(page, '.rec-0 button');
      await page.locator('.rm .on').first().waitFor();
      await page.locator('.rec-s select').last().selectOption('until');
    },
  },
  {
    name: 'wrong-ticket',
    ...newEvent,
    async enter(page) {
      await press(page, '.tk-add');
      await page.locator('.tk-price input').fill('much');
      await page.locator('.tk-url input').fill('there');
      await page.locator('.tk .f-e').nth(1).waitFor();
    },
  },
  {
    name: 'refused-event',
    ...newEvent,
    status: 400,
    async enter(page) {
      await page.keyboard.press('Control+s');
      await page.locator('.strip-bad').waitFor();
    },
  },
  {
    name: 'library',
    ...newEvent,
    async enter(page) {
      await press(page, '.drop button', 1);
      await page.locator('.dlg img').first().waitFor();
    },
  },
  {
    name: 'chosen-day',
    address: () => '/admin/calendar?month=2026-09&day=2026-09-18',
    ready: '.cal-w[aria-busy=false]',
  },
  { name: 'endless-venue', address: ({ venue }) => `/admin/venues?open=${venue}`, ready: '.side input' },
  {
    name: 'leaving-venue',
    address: ({ venue }) => `/admin/venues?open=${venue}`,
    ready: '.side input[value]:not([value=""])',
    async enter(page) {
      await page.locator('.side input').nth(1).fill('Elsewhere');
      await press(page, '.side header button');
      await page.locator('.side .strip').waitFor();
    },
  },
  {
    name: 'removing-category',
    address: ({ category }) => `/admin/categories?open=${category}&removing=true`,
    ready: '.rmv',
  },
  {
    name: 'merging-categories',
    address: () => '/admin/categories',
    ready: '.tree-r',
    async enter(page) {
      await press(page, '.tree-r button[aria-haspopup]');
      await page.locator('[role=menuitem]').nth(4).press('Enter');
      await page.locator('.dlg').waitFor();
    },
  },
  {
    name: 'crop',
    address: ({ picture }) => `/admin/media?open=${picture}`,
    ready: '.fp',
    async enter(page) {
      await press(page, '.side .f-row button', 1);
      await page.locator('.cr img').waitFor();
    },
  },
  {
    name: 'invitation',
    address: () => '/admin/people',
    ready: 'tbody tr[data-id]',
    async enter(page) {
      await press(page, '.pp-h button');
      await page.locator('.invite input').press('Enter');
      await page.locator('.made').waitFor();
    },
  },
  {
    name: 'no-source',
    address: () => '/admin/imports',
    ready: '.im-new .drop',
    async enter(page) {
      await press(page, '.im-new [type=submit]');
      await page.locator('.f-e').first().waitFor();
    },
  },
  {
    name: 'secret-feed',
    address: () => '/admin/feeds',
    ready: '.acc form',
    async enter(page) {
      await page.locator('.acc form input').first().fill(ENDLESS);
      await page.keyboard.press('Enter');
      await page.locator('.made').waitFor();
    },
  },
  {
    name: 'leaving-settings',
    address: () => '/admin/settings',
    ready: '.se-m input',
    async enter(page) {
      await page.locator('#se-pages input[type=url]').first().fill('https://imprint.example/');
      await page.locator('a[href="/admin/events"]:visible').press('Enter');
      await page.locator('.se-f [role=alert]').waitFor();
    },
  },
  { name: 'contributor', by: 'contributor', ...newEvent },
  { name: 'not-allowed', by: 'author', address: () => '/admin/settings', ready: '.strip-bad' },
];
