import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TermScreenKind } from './term-calls.ts';

/** The state of a screen of terms, which its address holds. */
export interface TermState {
  readonly q: string;
  readonly page: number;
  /** The term whose form is open. */
  readonly open: number | 'new' | undefined;
  /** Whether it is asked what becomes of its events. */
  readonly removing: boolean;
  /** The category that a new one begins below. */
  readonly under: number;
}

/** Returns the ID of the element with the name of a term, to which the focus returns. */
export const nameId = (id: number): string => `term-${id}`;

/** Goes to another state of the screen. */
export type GoTo = (change: Partial<TermState>, replace?: boolean) => void;

/** Returns the state that the address holds, and what changes it. */
export function useTermState(kind: TermScreenKind): { readonly state: TermState; readonly go: GoTo } {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { q, page, open, removing, under } = search;
  const navigate = useNavigate();
  const state: TermState = {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    page: typeof page === 'number' && page > 0 ? Math.floor(page) : 1,
    open: open === 'new' ? 'new' : typeof open === 'number' && open > 0 ? open : undefined,
    removing: removing === true,
    under: typeof under === 'number' && under > 0 ? under : 0,
  };
  const go: GoTo = (change, replace = false) => {
    const next = { ...state, removing: false, under: 0, ...change };
    const said = {
      ...(next.q === '' ? {} : { q: next.q }),
      ...(next.page === 1 ? {} : { page: next.page }),
      ...(next.open === undefined ? {} : { open: next.open }),
      ...(next.removing ? { removing: true } : {}),
      ...(next.under === 0 ? {} : { under: next.under }),
    };
    void navigate({ to: `/admin/${kind}`, search: said, replace });
  };
  return { state, go };
}
