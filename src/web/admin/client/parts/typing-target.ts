/** Returns whether keys that an element gets are typed into it, so that they are no commands. */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox], [role=combobox]',
    ));
