import type { PointerEvent } from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { LibraryPicture } from './media-query.ts';

type FocalPlace = NonNullable<LibraryPicture['focal_point']>;
const MIDDLE: FocalPlace = { x: 0.5, y: 0.5 };
const within = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** A picture with the point that stays visible where it is cut, set by a press on it or by two sliders. */
export function FocalPoint({
  picture,
  value,
  onChange,
  isDisabled,
}: {
  readonly picture: LibraryPicture;
  readonly value: LibraryPicture['focal_point'];
  onChange(place: FocalPlace): void;
  readonly isDisabled: boolean;
}) {
  const { say } = useTexts();
  const { x, y } = value ?? MIDDLE;
  const press = (event: PointerEvent<HTMLElement>) => {
    if (isDisabled) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: within((event.clientX - box.left) / box.width),
      y: within((event.clientY - box.top) / box.height),
    });
  };
  const slider = (name: 'x' | 'y', number: number) => (
    <label className="fp-s">
      <span>{say(`admin.media.focal_${name}`)}</span>
      <input
        type="range"
        min="0"
        max="100"
        value={Math.round(number * 100)}
        disabled={isDisabled}
        aria-valuetext={`${Math.round(number * 100)} %`}
        onChange={({ target }) => onChange({ x, y, [name]: within(Number(target.value) / 100) })}
      />
    </label>
  );
  return (
    <div className="fp">
      <span className="fp-i" onPointerDown={press}>
        <img src={picture.source_url} alt="" draggable={false} />
        <i style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }} aria-hidden="true" />
      </span>
      <p className="h">{say('admin.media.focal_help')}</p>
      <div className="fp-r">
        {slider('x', x)}
        {slider('y', y)}
      </div>
    </div>
  );
}
