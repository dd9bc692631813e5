import { useSyncExternalStore } from 'react';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

/** Returns whether the browser has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Shows that there is no network, and what is safe. */
export function ConnectionStrip() {
  const { say } = useTexts();
  return useOnline() ? null : <Strip>{say('admin.offline.strip')}</Strip>;
}
