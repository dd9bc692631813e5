import { useTexts } from '../texts/texts.tsx';

const isApple = /^(Mac|iP)/.test(navigator.platform);

/** Returns what the control key is called, or on Apple's keyboards the command key that stands in its place. */
export function useControlKey(): string {
  const { say } = useTexts();
  return isApple ? '⌘' : say('admin.key.control');
}

/** A letter that is pressed with the control key. */
export function KeyCombination({ letter }: { readonly letter: 'K' | 'S' | 'Z' }) {
  const control = useControlKey();
  return (
    <kbd>
      {control} {letter}
    </kbd>
  );
}
