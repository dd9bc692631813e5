import type { AnyRouter } from '@tanstack/react-router';

let isStale = false;

/** Notes that settings were saved which the document tells the scripts: name, zone, language, first day of the week, logo, colours. */
export function noteStaleDocument(): void {
  isStale = true;
}

/** Goes to another screen, by a new document where this one is stale. */
export function replaceScreen({ history }: AnyRouter, address: string): void {
  if (isStale) location.replace(address);
  else history.replace(address);
}

/** Fetches a stale document anew once somebody has gone to another screen, and nothing has held them back. */
export function renewStaleDocument(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (!isStale || !pathChanged) return;
    router.history.flush();
    location.reload();
  });
}
