import type { Page } from 'playwright-core';

/**
 * Loses the answer to the next POST of a page to some address, which is done all the same: the connection breaks, or a proxy
 * answers in place of the service.
 */
export async function loseAnswers(
  page: Page,
  address: RegExp,
  by: 'reset' | 'proxy' = 'reset',
): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    if (by === 'proxy')
      await route.fulfill({ status: 504, contentType: 'text/html', body: 'Gateway Timeout' });
    else await route.abort('connectionreset');
  });
}
