import { announce, onPage, textOf } from './page-events.ts';

async function copy(field: HTMLInputElement): Promise<void> {
  field.select();
  await navigator.clipboard.writeText(field.value);
  announce(textOf('copied'));
}

/** Lets links be copied, and shared by the ways that the system has. */
export function shareLinks(): void {
  onPage(() => {
    for (const button of document.querySelectorAll<HTMLElement>('button[data-copy]')) {
      if (!navigator.clipboard) continue;
      button.hidden = false;
    }
    for (const button of document.querySelectorAll<HTMLElement>('button[data-share]')) {
      const line = button.closest('li');
      if (line) line.hidden = typeof navigator.share !== 'function';
    }
  });
  document.addEventListener('click', async ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>('button[data-copy], button[data-share]') : null;
    if (!button) return;
    const field = button.parentElement?.querySelector('input, textarea');
    try {
      if (button.hasAttribute('data-share'))
        await navigator.share({ title: button.dataset['title'] ?? '', url: button.dataset['share'] ?? '' });
      else if (field instanceof HTMLInputElement) await copy(field);
      else if (field instanceof HTMLTextAreaElement) {
        field.select();
        await navigator.clipboard.writeText(field.value);
        announce(textOf('copied'));
      }
    } catch {
      // Sharing was called off, or copying isn't allowed: the field is selected, and can be copied by hand.
    }
  });
}
