import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** How long something may take to come into sight. */
const WAIT_MS = 60_000;

/** What is asked of an element in the browser. */
interface Drawn {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): Drawn | null };
  contains(other: Drawn): boolean;
  getBoundingClientRect(): Readonly<Record<'left' | 'top' | 'width' | 'height', number>>;
}

/** Holds that the middle of something comes into the window, with nothing over it, without anybody scrolling. */
export async function assertInSight(what: Locator): Promise<void> {
  const isSeen = () =>
    what.evaluate((one: Drawn) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const found = one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && one.contains(found);
    });
  const end = Date.now() + WAIT_MS;
  while (!(await isSeen())) assert.ok(Date.now() < end, `${String(what)} is out of sight`);
}
