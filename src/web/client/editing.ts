import { EDITOR_NOTE } from '#web/html/editor-note.ts';
import { onPage, textOf } from './page-events.ts';

const ITEM = /\/(events|venues|organizers)\/(\d+)$/;

/** Returns whether the interface lets somebody who may be signed in change what is at a path. */
async function mayEdit(path: string): Promise<boolean> {
  const { headers } = await fetch(path, { method: 'HEAD', credentials: 'same-origin' });
  return headers.get('Allow')?.includes('PATCH') ?? false;
}

/** Shows what a page tells administrators alone, to those whom the interface lets change the settings. */
async function showHints(): Promise<void> {
  const hints = document.querySelectorAll<HTMLTemplateElement>('template[data-for=settings]');
  if (hints.length === 0 || !(await mayEdit('/kalends/v1/settings').catch(() => false))) return;
  for (const hint of hints) hint.replaceWith(hint.content);
}

/** Puts a link to the administration into the head of the page. */
function offer(address: string, text: string): void {
  const link = document.createElement('a');
  link.className = 'btn btn-quiet btn-s top-e';
  link.href = address;
  link.textContent = text;
  document.querySelector('.top-in')?.append(link);
}

const isEditor = (): boolean => {
  try {
    return localStorage.getItem(EDITOR_NOTE) !== null;
  } catch {
    return false;
  }
};

/**
 * Leads back to the administration whoever was signed in there with this browser: from the page of an item they may change to its
 * form. Nobody else's browser asks for anything, and pages are the same for all.
 */
export function offerEditing(): void {
  onPage(async () => {
    document.querySelector('.top-e')?.remove();
    if (!isEditor()) return;
    void showHints();
    const address = document.querySelector<HTMLLinkElement>('link[rel=alternate]:not([type])')?.href ?? '';
    const path = URL.parse(address)?.pathname ?? '';
    const [, kind, id] = ITEM.exec(path) ?? [];
    if (kind && (await mayEdit(path).catch(() => false)))
      offer(kind === 'events' ? `/admin/events/${id}` : `/admin/${kind}?open=${id}`, textOf('edit'));
    else offer('/admin', textOf('admin'));
  });
}
