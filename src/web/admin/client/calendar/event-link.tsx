import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { Mark } from '../parts/icon.tsx';
import { timeOf } from '../texts/dates.ts';
import type { MonthEvent } from './month-query.ts';
import type { Moving } from './use-moving.ts';

/** An event in the month: a link to its editor, which can be lifted. */
export function EventLink({
  event,
  moving,
  className,
  style,
}: {
  readonly event: MonthEvent;
  readonly moving: Moving;
  readonly className: string;
  readonly style?: CSSProperties;
}) {
  const { id, title, start, isAllDay, isBar, isDraft, isCanceled, color, mark } = event;
  const looks = [
    className,
    `c-${color}`,
    isDraft && 'draft',
    isCanceled && 'is-x',
    moving.held?.event.id === id && 'from',
    moving.moved.has(id) && 'is-moved',
  ].filter(Boolean);
  return (
    <Link
      to="/admin/events/$id"
      params={{ id: String(id) }}
      // What is only passed over or lifted isn't loaded.
      preload={false}
      className={looks.join(' ')}
      style={style}
      data-event={id}
      draggable={false}
      onPointerDown={(pointer) => moving.lift(event, pointer)}
    >
      {isBar ? (
        <span>
          {mark && <Mark name={mark} color={color} />}
          {title}
        </span>
      ) : (
        <>
          {mark && <Mark name={mark} color={color} />}
          {!isAllDay && <time>{timeOf(start)}</time>} <span>{title}</span>
        </>
      )}
    </Link>
  );
}
