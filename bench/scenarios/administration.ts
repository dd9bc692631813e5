import type { Browser, Page } from 'playwright-core';
import { launch, withoutBrowser } from '../../test/support/browser.ts';
import { type Bench, calendarText, type Scenario, startService, using } from '../bench.ts';
import { type Calendar, FREQUENT_WORD, RARE_WORD, seeded } from '../calendars.ts';
import type { Row } from '../results.ts';
import { medianOf } from '../rounds.ts';

/** The size of which issue 16 says how quick its table is. */
const TABLE_SIZE = 100_000;
const ROWS_MS = 300;
const KEY_MS = 150;
/** Begins like none of the words that are measured. */
const WARM_UP_WORD = 'yoga';

/** Notes when a click or a key began. */
const OBSERVE = `globalThis.began = 0; globalThis.took = [];
addEventListener('click', () => { globalThis.began = performance.now(); }, { capture: true });
addEventListener('input', () => { globalThis.began = performance.now(); }, { capture: true });`;

/** Waits until the table has what was asked for and isn't waiting any more, and for the frame in which that is painted. */
const SHOWN = `new Promise((done) => {
  const look = () => {
    const area = document.querySelector('.at-w');
    const isThere = area && area.getAttribute('aria-busy') === 'false' &&
      new URL(location.href).searchParams.get('q') === globalThis.awaited &&
      area.querySelector('tbody tr[data-id], .none-a');
    if (!isThere) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - globalThis.began), 0));
  };
  look();
})`;

async function open(browser: Browser, url: string, { token }: Calendar): Promise<Page> {
  const authorization = `Bearer ${token}`;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { authorization },
  });
  await context.addInitScript(OBSERVE);
  const page = await context.newPage();
  await page.goto(`${url}/admin/venues`);
  await page.locator('.adm-n a[href="/admin/events"]').waitFor();
  await page.locator('tbody tr[data-id], .none-a').first().waitFor();
  return page;
}

const shown = async (page: Page, awaited: string | null): Promise<number> => {
  await page.evaluate(`globalThis.awaited = ${JSON.stringify(awaited)}`);
  return Number(await page.evaluate(SHOWN));
};

/** Returns the milliseconds from the click to the first rows, of a table that nobody has opened yet. */
async function clicked(browser: Browser, url: string, calendar: Calendar): Promise<number> {
  const page = await open(browser, url, calendar);
  await page.locator('.adm-n a[href="/admin/events"]').click();
  const took = await shown(page, null);
  await page.context().close();
  return took;
}

/** Returns the milliseconds from each key of a word to the rows that it finds. */
async function typed(browser: Browser, url: string, calendar: Calendar, word: string): Promise<number[]> {
  const page = await open(browser, url, calendar);
  await page.goto(`${url}/admin/events`);
  await page.locator('.at-w[aria-busy=false] tbody tr[data-id]').first().waitFor();
  await page.locator('.field-s input').focus();
  const took: number[] = [];
  for (let length = 1; length <= word.length; length++) {
    await page.keyboard.type(word.charAt(length - 1));
    took.push(await shown(page, word.slice(0, length)));
  }
  await page.context().close();
  return took;
}

async function table(bench: Bench): Promise<Row[]> {
  if (withoutBrowser) return [];
  const size = bench.options.sizes.includes(TABLE_SIZE) ? TABLE_SIZE : bench.small;
  const calendar = await seeded('sqlite', size);
  const browser = await launch();
  const rows: Row[] = [];
  const row = (scenario: string, tells: string, found: readonly number[], most: number) =>
    rows.push({
      scenario,
      calendar: calendarText(calendar),
      tells,
      value: medianOf([...found]),
      unit: 'ms',
      wanted: { comparison: '<', value: most },
      measured: [],
    });
  try {
    const service = await startService(calendar);
    await using([service], async () => {
      // The first one is for what the service and the browser do once.
      await clicked(browser, service.url, calendar);
      const clicks: number[] = [];
      for (let round = 0; round < bench.pace.rounds; round++)
        clicks.push(await clicked(browser, service.url, calendar));
      row('table of events', 'median time from the click to the first rows', clicks, ROWS_MS);
    });
    for (const word of [FREQUENT_WORD, RARE_WORD]) {
      const keys: number[][] = [];
      for (let round = 0; round < bench.pace.rounds; round++) {
        // Nobody has searched for the word before: a service that has been asked would answer from its caches.
        const fresh = await startService(calendar);
        await using([fresh], async () => {
          await typed(browser, fresh.url, calendar, WARM_UP_WORD);
          keys.push(await typed(browser, fresh.url, calendar, word));
        });
      }
      const medians = [...word].map((_letter, at) => medianOf(keys.map((round) => round[at] ?? 0)));
      const slowest = Math.max(...medians);
      row(
        `search for ${word}, its slowest key`,
        `median time from a key to its rows, of a service that hasn't been asked for the word; all keys: ${medians.map(Math.round).join(' ')} ms`,
        [slowest],
        KEY_MS,
      );
    }
  } finally {
    await browser.close();
  }
  return rows;
}

/** Scenarios of the administration in a browser. */
export const administrationScenarios: readonly Scenario[] = [
  {
    name: 'administration',
    about: 'the table of events of the administration in a browser, by click and by key',
    run: table,
  },
];
