import type { Deps } from '#http/call.ts';

/** Publishes scheduled items when their date comes (D30). */
export function startPublication(_deps: Deps): { stop(): void } {
  return { stop() {} };
}
