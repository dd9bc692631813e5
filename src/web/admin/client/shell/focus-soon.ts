/** Frames within which something is drawn, with what it loads. */
const PATIENCE = 120;
/** Frames within which what was refused is shown beside its field. */
const SOON = 30;

/** Leads the focus to what is about to be drawn, as soon as it is, and does something with it then. */
export function focusSoon(
  find: () => HTMLElement | null | undefined,
  { then = () => {}, ...options }: FocusOptions & { readonly then?: (element: HTMLElement) => void } = {},
  frames = PATIENCE,
): void {
  requestAnimationFrame(() => {
    const element = find();
    if (element) {
      element.focus(options);
      then(element);
    } else if (frames > 0) focusSoon(find, { then, ...options }, frames - 1);
  });
}

/** Leads the focus to what was refused within a form: the question of a conflict, or the first field that is wrong. */
export function focusRefused(form: HTMLElement | null): void {
  focusSoon(() => form?.querySelector<HTMLElement>('#cx-h, [aria-invalid=true]'), {}, SOON);
}
