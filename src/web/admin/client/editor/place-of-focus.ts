import { focusSoon } from '../shell/focus-soon.ts';

/** Returns the words that name a field for people. */
function nameOf(field: Element): string {
  const labels = field instanceof HTMLInputElement ? [...(field.labels ?? [])] : [];
  const ids = field.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const named = [...labels, ...ids.map((id) => document.getElementById(id))];
  return [field.getAttribute('aria-label'), ...named.map((one) => one?.textContent)]
    .filter(Boolean)
    .join(' ');
}

/** Returns the way from an element to a node within it, by places among siblings. */
function wayTo(node: Node, within: Node): number[] {
  const { parentNode } = node;
  if (node === within || !parentNode) return [];
  const siblings: readonly Node[] = [...parentNode.childNodes];
  return [...wayTo(parentNode, within), siblings.indexOf(node)];
}

/** Returns what puts the caret to where it is now, in a field of the same text. */
function caretIn(field: HTMLElement): (other: HTMLElement) => void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { selectionStart: start, selectionEnd: end } = field;
    return (other) => {
      const isText = other instanceof HTMLInputElement || other instanceof HTMLTextAreaElement;
      if (isText && start !== null) other.setSelectionRange(start, end);
    };
  }
  const { focusNode = null, focusOffset = 0 } = getSelection() ?? {};
  if (!focusNode || !field.contains(focusNode)) return () => {};
  const way = wayTo(focusNode, field);
  return (other) => {
    const node = way.reduce<Node>((at, place) => at.childNodes[place] ?? at, other);
    const most = node instanceof Text ? node.length : node.childNodes.length;
    getSelection()?.collapse(node, Math.min(focusOffset, most));
  };
}

/**
 * Returns what leads the focus, with the caret, back to the field that has it now once the same form is drawn anew: whoever goes
 * on typing after a save else types nowhere, or what are keys of the administration.
 */
export function placeOfFocus(): () => void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLElement) || !field.closest('form')) return () => {};
  const [name, role] = [nameOf(field), field.getAttribute('role')];
  const alike = () =>
    [...document.querySelectorAll<HTMLElement>(field.tagName)].filter(
      (one) => one.closest('main') && one.getAttribute('role') === role && nameOf(one) === name,
    );
  const place = alike().indexOf(field);
  const then = caretIn(field);
  const find = () => {
    const other = alike()[place];
    return other === field ? undefined : other;
  };
  return () => focusSoon(find, { preventScroll: true, then });
}
