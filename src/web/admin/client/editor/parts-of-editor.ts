import { focusSoon } from '../shell/focus-soon.ts';

/** Parts of the editor that can be gone to. */
export type EditorPart = 'words' | 'when' | 'venue' | 'picture' | 'categories' | 'tickets';

/** Returns the ID of the element around a part. */
export const idOfPart = (part: EditorPart): string => `ed-${part}`;

/** Moves the focus to a field of a part once what changes along with it is drawn; to its first without a selector. */
export function goToPart(
  part: EditorPart,
  field = 'input, [role="spinbutton"], [contenteditable], textarea, button',
): void {
  focusSoon(() => document.getElementById(idOfPart(part))?.querySelector<HTMLElement>(field));
}
