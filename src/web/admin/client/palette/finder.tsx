import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isCommand } from '../parts/command-keys.ts';
import { Icon } from '../parts/icon.tsx';
import { KeyCombination } from '../parts/key-combination.tsx';
import { later } from '../shell/later.ts';
import { useTexts } from '../texts/texts.tsx';
import type { ScreenPlace } from './palette.tsx';

const loadPalette = later(() => import('./palette.tsx'));
const Palette = lazy(loadPalette);
const KeyHelp = lazy(later(() => import('./key-help.tsx')));

/** Signs that somebody is about to use the page, which by then has what it needs first. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The way to the palette and to the list of keys, from every screen: Ctrl K, and `?` where nobody types. */
export function Finder({ places }: { readonly places: readonly ScreenPlace[] }) {
  const { say } = useTexts();
  const [opened, setOpened] = useState<'palette' | 'keys'>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isPalette = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
      const isHelp = key === '?' && isCommand(event);
      if (!isPalette && !isHelp) return;
      event.preventDefault();
      setOpened(isPalette ? 'palette' : 'keys');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // What is typed right after Ctrl K would else be lost while it loads.
  useEffect(() => {
    const signs = new AbortController();
    const load = () => {
      signs.abort();
      void loadPalette();
    };
    for (const sign of SIGNS) addEventListener(sign, load, { signal: signs.signal });
    return () => signs.abort();
  }, []);
  // What is typed while it still loads would go to the page, of which letters are commands.
  const early = useRef('');
  useEffect(() => {
    early.current = '';
    if (opened !== 'palette') return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key.length > 1 || ctrlKey || metaKey || altKey || document.querySelector('.pal')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.current += key;
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [opened]);
  const close = () => setOpened(undefined);
  return (
    <>
      <button type="button" className="find" aria-haspopup="dialog" onClick={() => setOpened('palette')}>
        <Icon name="search" />
        <span>{say('admin.palette')}</span> <KeyCombination letter="K" />
      </button>
      <Suspense>
        {opened === 'palette' && (
          <Palette places={places} typedEarly={early} onClose={close} onHelp={() => setOpened('keys')} />
        )}
        {opened === 'keys' && <KeyHelp onClose={close} />}
      </Suspense>
    </>
  );
}
