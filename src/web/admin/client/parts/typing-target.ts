const isField = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches(
      'input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox], [role=combobox]',
    ));

/**
 * Returns whether keys that an element gets are typed into it, so that they are no commands. A field that keeps the focus hands
 * its keys on to its choices, too, and what stands behind a dialog takes no commands.
 */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  isField(target) ||
  isField(document.activeElement) ||
  (target instanceof Element && target.closest('[role=dialog]') !== null);
