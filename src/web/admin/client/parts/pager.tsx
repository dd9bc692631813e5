import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';

/** The foot of a paged list: what is told beside it, how many there are, and the ways to the pages before and after. */
export function Pager({
  page,
  pages,
  count,
  onPage,
  children,
}: {
  /** From 1. */
  readonly page: number;
  /** Undefined while the list is waited for. */
  readonly pages: number | undefined;
  readonly count?: ReactNode;
  readonly children?: ReactNode;
  onPage(page: number): void;
}) {
  const { say } = useTexts();
  return (
    <footer className="at-k">
      {children}
      <span className="sp" />
      {count !== undefined && <span className="num">{count}</span>}
      <IconButton
        name="left"
        label={say('admin.events.back')}
        isDisabled={page === 1}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        name="right"
        label={say('admin.events.next')}
        isDisabled={page >= (pages ?? 1)}
        onPress={() => onPage(page + 1)}
      />
    </footer>
  );
}
