import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';

/** The foot of a paged list: what is told beside it, which of how many are shown, and the ways to the pages before and after. */
export function Pager({
  page,
  perPage,
  total,
  onPage,
  children,
}: {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** Undefined while the list is waited for. */
  readonly total: number | undefined;
  readonly children?: ReactNode;
  onPage(page: number): void;
}) {
  const { say, language } = useTexts();
  const number = (value: number) => value.toLocaleString(language);
  const first = (page - 1) * perPage + 1;
  return (
    <footer className="at-k">
      {children}
      <span className="sp" />
      {total !== undefined && total >= first && (
        <span className="num">
          {say('admin.events.range', {
            from: number(first),
            to: number(Math.min(page * perPage, total)),
            total: number(total),
          })}
        </span>
      )}
      <IconButton
        name="left"
        label={say('admin.events.back')}
        isDisabled={page === 1}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        name="right"
        label={say('admin.events.next')}
        isDisabled={page * perPage >= (total ?? 0)}
        onPress={() => onPage(page + 1)}
      />
    </footer>
  );
}
