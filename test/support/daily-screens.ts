import type { Page } from 'playwright-core';
import type { ShownScreen } from './administration-screens.ts';
import type { DailyWork } from './programme/daily-work.ts';

/** A screen, or a state of one, of a calendar in use. */
export interface DailyScreen extends ShownScreen {
  /** What is done before it is looked at. */
  steps?(page: Page): Promise<void>;
}

const EVENTS = { address: '/admin/events', ready: 'tbody tr[data-id]' };

/** Returns the states of screens that only screenshots show, by the IDs of events that they are about. */
export const dailyScreens = ({ series, concert }: DailyWork): readonly DailyScreen[] => [
  {
    name: 'events-selected',
    ...EVENTS,
    async steps(page) {
      for (const row of [8, 10]) await page.locator('tbody tr[data-id] input').nth(row).check();
      await page.locator('tbody tr[data-id] .c-m button').nth(3).click();
      await page.locator('[role=menu]').waitFor();
    },
  },
  {
    name: 'palette',
    ...EVENTS,
    async steps(page) {
      await page.locator('.find').click();
      await page.locator('.pal input').fill('or');
      await page.locator('.pal-l .m').first().waitFor();
    },
  },
  { name: 'editor-series', address: `/admin/events/${series}`, ready: '.rec-c .on' },
  { name: 'editor-words', address: `/admin/events/${concert}`, ready: '.tr-2 .rt-t' },
];
