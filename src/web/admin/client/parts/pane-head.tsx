import { useEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';

/**
 * The head of a pane beside a list: its title, and what closes it. The title has the focus as the pane opens, since whoever uses
 * keys would else go through the rest of the list to reach it, unless a field of the pane begins with it.
 */
export function PaneHead({
  title,
  isReached = true,
  onClose,
}: {
  readonly title: string;
  /** False where a field takes the focus. */
  readonly isReached?: boolean;
  onClose(): void;
}) {
  const { say } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReached) heading.current?.focus();
  }, [isReached]);
  return (
    <header>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <IconButton name="x" label={say('admin.close')} onPress={onClose} />
    </header>
  );
}
