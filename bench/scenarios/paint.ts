import type { Browser } from 'playwright-core';
import { launch, withoutBrowser } from '../../test/support/browser.ts';
import { type Bench, calendarText, type Scenario, startService, using } from '../bench.ts';
import { seeded } from '../calendars.ts';
import type { Row } from '../results.ts';
import { medianOf } from '../rounds.ts';

/** The size of a calendar with three thousand events a month. */
const MONTH_SIZE = 100_000;
const WIDTHS = [390, 1440];
/** How much slower the browser's processor is made. */
const SLOWER = 4;
const WANTED_MS = 1_000;

const OBSERVE = `globalThis.largest = 0;
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) largest = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

/** Returns the pages that are looked at, in the next month. */
function paths(): Record<string, string> {
  const day = Temporal.Now.plainDateISO('UTC').add({ months: 1 }).with({ day: 10 });
  return {
    list: `/events/list/?tribe-bar-date=${day}`,
    month: `/events/month/${day.toPlainYearMonth()}/`,
    week: `/events/week/${day.subtract({ days: day.dayOfWeek - 1 })}/`,
    day: `/events/${day}/`,
    map: '/events/map/',
  };
}

/** Returns after how many milliseconds the largest content of a page is painted in a slow browser. */
async function paintedMs(browser: Browser, address: string, width: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  await context.addInitScript(OBSERVE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(address, { waitUntil: 'load' });
  // It is told some time after it has been painted.
  const shown =
    'new Promise((done) => { const look = () => setTimeout(largest > 0 ? done : look, 100); look(); })';
  await page.evaluate(shown);
  const found: unknown = await page.evaluate('largest');
  await context.close();
  return Number(found);
}

async function paint(bench: Bench): Promise<Row[]> {
  if (withoutBrowser) return [];
  const size = bench.options.sizes.includes(MONTH_SIZE) ? MONTH_SIZE : bench.small;
  const calendar = await seeded('sqlite', size);
  const browser = await launch();
  const rows: Row[] = [];
  try {
    for (const isKept of [true, false]) {
      const service = await startService(calendar, {}, isKept ? [] : ['--no-cache']);
      await using([service], async () => {
        for (const [name, path] of Object.entries(paths()))
          for (const width of WIDTHS) {
            // The first one is for what the service and the browser do once.
            await paintedMs(browser, service.url + path, width);
            const found: number[] = [];
            for (let round = 0; round < bench.pace.rounds; round++)
              found.push(await paintedMs(browser, service.url + path, width));
            rows.push({
              scenario: `paint of ${name} at ${width} px, ${isKept ? 'kept' : 'not kept'}`,
              calendar: calendarText(calendar),
              tells: 'median time until the largest content is painted, with a processor four times as slow',
              value: medianOf(found),
              unit: 'ms',
              wanted: { comparison: '<', value: WANTED_MS },
              measured: [],
            });
          }
      });
    }
  } finally {
    await browser.close();
  }
  return rows;
}

/** Scenarios of pages in a browser. */
export const paintScenarios: readonly Scenario[] = [
  {
    name: 'paint',
    about: 'public pages in a slow browser, until their largest content is painted',
    run: paint,
  },
];
