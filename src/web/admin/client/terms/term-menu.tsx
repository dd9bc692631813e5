import { useNavigate } from '@tanstack/react-router';
import { MenuButton } from '../parts/menu-button.tsx';
import { useTexts } from '../texts/texts.tsx';
import { kindInHistory, type ListedTerm, type TermScreenKind } from './term-calls.ts';
import type { GoTo } from './term-state.ts';

/** The menu of a term in its list. */
export function TermMenu({
  kind,
  term,
  go,
  onMerge,
  onNewBelow,
}: {
  readonly kind: TermScreenKind;
  readonly term: ListedTerm;
  readonly go: GoTo;
  onMerge(term: ListedTerm): void;
  /** Begins a category below it; tags have none. */
  readonly onNewBelow?: () => void;
}) {
  const { say } = useTexts();
  const navigate = useNavigate();
  return (
    <MenuButton
      label={say('admin.linked.actions', { name: term.name })}
      choicesOf={() => [
        {
          id: 'edit',
          text: say('admin.linked.edit'),
          icon: 'edit',
          onChoose: () => go({ open: term.id }),
        },
        ...(onNewBelow
          ? [{ id: 'below', text: say('admin.terms.new_below'), icon: 'plus' as const, onChoose: onNewBelow }]
          : []),
        {
          id: 'look',
          text: say('admin.events.look'),
          icon: 'eye',
          onChoose: () => void open(term.url, '_blank', 'noopener'),
        },
        {
          id: 'history',
          text: say('admin.nav.history'),
          icon: 'hist',
          onChoose: () =>
            void navigate({ to: '/admin/history', search: { kind: kindInHistory[kind], id: term.id } }),
        },
        {
          id: 'merge',
          text: say('admin.terms.merge_other'),
          icon: 'merge',
          onChoose: () => onMerge(term),
        },
        {
          id: 'remove',
          text: say('admin.terms.remove'),
          icon: 'trash',
          onChoose: () => go({ open: term.id, removing: true }),
        },
      ]}
    />
  );
}
