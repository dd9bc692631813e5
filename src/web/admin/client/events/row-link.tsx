import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { recordOf } from './event-actions.ts';
import type { TableEvent } from './event-lists.ts';

const FORM = '/admin/events/$id';

/**
 * A link in a row to the event's form. It is an ordinary link, which `useRowLinks` follows: a link of the router listens to every
 * change of the address, and each key in the search changes it for the hundred links of fifty rows.
 */
export function RowLink({
  event,
  hash,
  className,
  children,
}: {
  readonly event: TableEvent;
  readonly hash?: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <a
      className={className}
      href={`${FORM.replace('$id', String(recordOf(event)))}${hash ? `#${hash}` : ''}`}
    >
      {children}
    </a>
  );
}

/** Returns what the body of a table needs to follow the links of its rows as the router does, without loading the page anew. */
export function useRowLinks() {
  const router = useRouter();
  return {
    onClick(click: MouseEvent<HTMLElement>) {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = click;
      if (click.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined;
      if (!href?.startsWith('/admin/')) return;
      click.preventDefault();
      router.history.push(href);
    },
    /** Fetches the form's code as the pointer comes near. */
    onPointerEnter: () => void router.preloadRoute({ to: FORM, params: { id: '0' } }),
  };
}
