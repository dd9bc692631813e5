import { useEffect } from 'react';
import { siteName } from './brand.tsx';

/** Names the page in the browser's tab and history, before the name of the calendar; undefined leaves that to another. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${siteName}`;
  }, [name]);
}
