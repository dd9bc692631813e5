import { type PointerEvent, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  type CropArea,
  type CropShape,
  cropShapes,
  largestOf,
  movedTo,
  resized,
  wholeArea,
} from './crop-area.ts';
import type { LibraryPicture } from './media-query.ts';

const percent = (share: number): number => Math.round(share * 100);
const isShape = (name: string): name is CropShape => Object.hasOwn(cropShapes, name);
const shapeNames = Object.keys(cropShapes).filter(isShape);

/** Cuts a picture: an area is moved and resized by the pointer on the picture, or by sliders. */
export function CropDialog({
  picture,
  onCrop,
  onClose,
}: {
  readonly picture: LibraryPicture;
  onCrop(area: CropArea): void;
  onClose(): void;
}) {
  const { say } = useTexts();
  const { width = 1, height = 1 } = picture.media_details;
  const ratio = width / height;
  const [shape, setShape] = useState<CropShape>('wide');
  const [area, setArea] = useState<CropArea>(() => largestOf('wide', ratio));
  const frame = useRef<HTMLSpanElement>(null);
  const held = useRef<{
    readonly isCorner: boolean;
    readonly x: number;
    readonly y: number;
    readonly area: CropArea;
  }>(undefined);
  const placeOf = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    return box
      ? { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
      : { x: 0, y: 0 };
  };
  const hold = (event: PointerEvent<HTMLElement>, isCorner: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { isCorner, ...placeOf(event), area };
  };
  const drag = (event: PointerEvent) => {
    const from = held.current;
    if (!from) return;
    const { x, y } = placeOf(event);
    const [right, down] = [x - from.x, y - from.y];
    setArea(
      from.isCorner
        ? resized(
            from.area,
            { width: from.area.width + right, height: from.area.height + down },
            shape,
            ratio,
          )
        : movedTo(from.area, from.area.x + right, from.area.y + down),
    );
  };
  const drop = () => {
    held.current = undefined;
  };
  const sizes = {
    width: `${area.width * 100}%`,
    height: `${area.height * 100}%`,
    insetInlineStart: `${area.x * 100}%`,
    insetBlockStart: `${area.y * 100}%`,
  };
  const slider = (name: 'x' | 'y' | 'width' | 'height', change: (share: number) => CropArea) => (
    <label className="fp-s">
      <span>{say(`admin.media.crop_${name}`)}</span>
      <input
        type="range"
        min="0"
        max="100"
        value={percent(area[name])}
        aria-valuetext={`${percent(area[name])} %`}
        onChange={({ target }) => setArea(change(Number(target.value) / 100))}
      />
    </label>
  );
  const isWhole = area.width >= 1 && area.height >= 1;
  return (
    <Dialog title={say('admin.media.crop')} onClose={onClose}>
      <div className="dlg-p cr">
        <span className="cr-i" ref={frame}>
          <img src={picture.source_url} alt="" draggable={false} />
          <span
            className="cr-a"
            style={sizes}
            onPointerDown={(event) => hold(event, false)}
            onPointerMove={drag}
            onPointerUp={drop}
            onPointerCancel={drop}
          >
            <i onPointerDown={(event) => hold(event, true)} onPointerMove={drag} onPointerUp={drop} />
          </span>
        </span>
        <SelectField
          label={say('admin.media.crop_shape')}
          value={shape}
          onChange={(value) => {
            if (!isShape(value)) return;
            setShape(value);
            setArea(value === 'free' ? area : largestOf(value, ratio));
          }}
          choices={shapeNames.map((name) => ({ value: name, text: say(`admin.media.crop_shape.${name}`) }))}
        />
        <div className="fp-r">
          {slider('x', (x) => movedTo(area, x, area.y))}
          {slider('y', (y) => movedTo(area, area.x, y))}
          {slider('width', (width) => resized(area, { ...area, width }, shape, ratio))}
          {shape === 'free' && slider('height', (height) => resized(area, { ...area, height }, shape, ratio))}
        </div>
        <p className="h num" role="status">
          {say('admin.media.crop_size', {
            width: Math.round(area.width * width),
            height: Math.round(area.height * height),
          })}
        </p>
      </div>
      <footer className="dlg-p f-row">
        <Button isDisabled={isWhole} onPress={() => onCrop(area)}>
          {say('admin.media.crop_apply')}
        </Button>
        <Button
          look="quiet"
          isDisabled={isWhole}
          onPress={() => {
            setShape('free');
            setArea(wholeArea);
          }}
        >
          {say('admin.media.crop_whole')}
        </Button>
        <Button look="bare" onPress={onClose}>
          {say('admin.cancel')}
        </Button>
      </footer>
    </Dialog>
  );
}
