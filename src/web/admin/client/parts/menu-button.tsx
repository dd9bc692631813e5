import { lazy, Suspense, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import type { MenuChoice } from './menu-choices.tsx';

const loadMenu = () => import('./open-menu.tsx');
const OpenMenu = lazy(loadMenu);

/**
 * A button that opens a menu. Its choices are asked for only then, and the menu's code is fetched as the button is reached: of
 * many rows each has one, and a whole menu for each would be most of the time that a table takes to appear.
 */
export function MenuButton({
  label,
  choicesOf,
}: {
  readonly label: string;
  choicesOf(): readonly MenuChoice[];
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ibtn ibtn-s"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <Suspense>
          <OpenMenu button={button} label={label} choices={choicesOf()} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
