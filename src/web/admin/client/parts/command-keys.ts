const isField = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches(
      'input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox], [role=combobox]',
    ));

/**
 * Returns whether keys that an element gets are typed into it, so that they are no commands. A field that keeps the focus hands
 * its keys on to its choices, too; what stands behind a dialog takes no commands, and letters choose in a menu.
 */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  isField(target) ||
  isField(document.activeElement) ||
  (target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null);

const SWITCH = 'kalends.letters';

/** Returns whether single letters are commands in this browser. Whoever speaks to it, or types by accident, can switch them off. */
export function areLettersOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single letters as commands on or off in this browser. */
export function switchLetters(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, 'off');
  } catch {
    // Then they stay on: nothing can be kept.
  }
}

/** Returns whether a key is a command: pressed with none beside it, where nobody types or chooses. */
export const isCommand = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !isTypingTarget(target) && (key.length > 1 || areLettersOn());
