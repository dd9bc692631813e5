import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { Icon, Mark } from '../parts/icon.tsx';
import { LanguageLetters } from '../parts/language-letters.tsx';
import { useTexts } from '../texts/texts.tsx';
import { branchesOf, type CategoryBranch, parentByKey, withinOf } from './category-rows.ts';
import type { ListedTerm } from './term-calls.ts';
import { TermMenu } from './term-menu.tsx';
import { type GoTo, nameId } from './term-state.ts';

/** A place where the dragged category would come to: below another one, or with 0 at the top. */
type DropPlace = number | undefined;

/** Moves the focus to the name before or after the one that has it. */
function focusBeside(event: KeyboardEvent<HTMLElement>, step: 1 | -1): void {
  const names = [...(event.currentTarget.closest('.tree')?.querySelectorAll<HTMLElement>('.link') ?? [])];
  names[names.indexOf(event.currentTarget) + step]?.focus();
}

/** The tree of categories: what is dragged, or moved with Alt and the arrows, comes below another one. */
export function CategoryTree({
  terms,
  open,
  go,
  onMerge,
  onMove,
}: {
  readonly terms: readonly ListedTerm[];
  readonly open: number | 'new' | undefined;
  readonly go: GoTo;
  onMerge(term: ListedTerm): void;
  onMove(term: ListedTerm, parent: ListedTerm | undefined): void;
}) {
  const { say, language } = useTexts();
  const [dragged, setDragged] = useState<ListedTerm>();
  const [place, setPlace] = useState<DropPlace>();
  const branches = branchesOf(terms);
  const byId = new Map(terms.map((term) => [term.id, term]));
  const isBarred = dragged ? withinOf(terms, dragged.id) : new Set<number>();
  const end = () => {
    setDragged(undefined);
    setPlace(undefined);
  };
  /** Takes what is dragged over a place, unless it is there already or cannot come there. */
  const takes = (parent: number) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged || isBarred.has(parent) || dragged.parent === parent) return setPlace(undefined);
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setPlace(parent);
    },
    onDrop: (event: DragEvent) => {
      if (!dragged || isBarred.has(parent)) return;
      event.preventDefault();
      onMove(dragged, byId.get(parent));
      end();
    },
  });
  const onKey = (event: KeyboardEvent<HTMLElement>, term: ListedTerm) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.altKey) return;
      event.preventDefault();
      focusBeside(event, event.key === 'ArrowDown' ? 1 : -1);
      return;
    }
    if (!event.altKey || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    // The browser would go back or forward.
    event.preventDefault();
    const isLeftToRight = getComputedStyle(event.currentTarget).direction === 'ltr';
    const isDeeper = (event.key === 'ArrowRight') === isLeftToRight;
    const parent = parentByKey(terms, term.id, isDeeper ? 'deeper' : 'outwards');
    if (parent !== undefined) onMove(term, byId.get(parent));
  };
  const row = ({ term, below, depth }: CategoryBranch) => (
    <li key={term.id}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the name, and the form, do the same */}
      <div
        className={`tree-r${term.id === open ? ' sel' : ''}${place === term.id ? ' is-target' : ''}${dragged?.id === term.id ? ' is-held' : ''}`}
        data-id={term.id}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', term.name);
          setDragged(term);
        }}
        onDragEnd={end}
        {...takes(term.id)}
      >
        <span className="drag" aria-hidden="true">
          <Icon name="drag" />
        </span>
        <span className="tw">{term.look && <Mark name={term.look.mark} color={term.look.color} />}</span>
        <button
          type="button"
          id={nameId(term.id)}
          className="link"
          aria-current={term.id === open ? 'true' : undefined}
          aria-keyshortcuts="Alt+ArrowRight Alt+ArrowLeft"
          onClick={() => go({ open: term.id })}
          onKeyDown={(event) => onKey(event, term)}
        >
          {depth > 0 && <span className="vh">{say('admin.terms.level', { level: depth + 1 })} </span>}
          <span lang={term.language} dir="auto">
            {term.name}
          </span>
        </button>
        <span className="h-m">
          <LanguageLetters translations={term.translations} />
        </span>
        <span className="num">
          <span aria-hidden="true">{term.count.toLocaleString(language)}</span>
          <span className="vh">{say('admin.terms.events', { count: term.count })}</span>
        </span>
        <TermMenu
          kind="categories"
          term={term}
          go={go}
          onMerge={onMerge}
          onNewBelow={() => go({ open: 'new', under: term.id })}
        />
      </div>
      {below.length > 0 && <ul>{below.map(row)}</ul>}
    </li>
  );
  return (
    <section aria-labelledby="tree">
      <div className={`tree-h${place === 0 ? ' is-target' : ''}`} {...takes(0)}>
        <h2 id="tree">
          {say('admin.terms.tree', { top: branches.length, below: terms.length - branches.length })}
        </h2>
        {dragged && dragged.parent !== 0 && (
          <p>
            <Icon name="up" />
            {say('admin.terms.drop_top')}
          </p>
        )}
      </div>
      <ul className="tree">{branches.map(row)}</ul>
      <p className="h">{say('admin.terms.tree.help')}</p>
    </section>
  );
}
