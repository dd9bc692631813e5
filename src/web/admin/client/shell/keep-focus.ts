import type { AnyRouter } from '@tanstack/react-router';

/** How many elements that had the focus are remembered: a pane may hold many between its opener and the button that closes it. */
const REMEMBERED = 40;
/** Milliseconds for whoever closes or removes something to lead the focus on themselves, as dialogs and forms do. */
const PATIENCE_MS = 60;

/** Fields, in which single letters and Ctrl Z are no commands: only what is typed leads to them; and those that open something as they are reached. */
const TYPED =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], [role=spinbutton]';
const OPENING = '[role=combobox]';

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.checkVisibility({ visibilityProperty: true });

/** Returns whether the focus is nowhere, or on what can no longer be used. */
const isLost = (): boolean => {
  const { activeElement, body } = document;
  return !(activeElement instanceof HTMLElement) || activeElement === body || !isUsable(activeElement);
};

/**
 * Keeps the focus from getting lost: where what has it is removed, hidden or switched off, and nobody leads it on, it returns to
 * what had it before; on another screen it begins at its content. Whoever uses no pointer would else begin at the top again.
 */
export function keepFocus(router: AnyRouter): void {
  let former: HTMLElement[] = [];
  let isByPointer = false;
  let isWaiting = false;

  const giveBack = () => {
    isWaiting = false;
    if (!isLost()) return;
    const isTyping = !isByPointer && former.at(-1)?.matches(TYPED);
    const last = former.findLast(
      (element) => isUsable(element) && !element.matches(isTyping ? OPENING : `${TYPED}, ${OPENING}`),
    );
    (last ?? document.getElementById('main'))?.focus({ preventScroll: isByPointer });
  };
  const look = () => {
    const last = former.at(-1);
    if (isWaiting || !last || isUsable(last) || !isLost()) return;
    isWaiting = true;
    setTimeout(giveBack, PATIENCE_MS);
  };

  addEventListener('keydown', () => (isByPointer = false), { capture: true });
  addEventListener('pointerdown', () => (isByPointer = true), { capture: true });
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    former = [...former.filter((element) => element !== target && element.isConnected), target].slice(
      -REMEMBERED,
    );
  });
  addEventListener('focusout', ({ target, relatedTarget }) => {
    // Whoever presses where nothing is has left by themselves. While an element is removed it is still there.
    if (relatedTarget === null && document.hasFocus())
      setTimeout(() => {
        if (target instanceof HTMLElement && isUsable(target) && isLost()) former = [];
      }, 0);
  });
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'class'],
  });
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return;
    former = [];
    setTimeout(() => {
      const main = document.getElementById('main');
      const isWithin =
        main?.contains(document.activeElement) || document.activeElement?.closest('[role=dialog], .toasts');
      if (!isWithin || isLost()) main?.focus({ preventScroll: true });
    }, PATIENCE_MS);
  });
}
