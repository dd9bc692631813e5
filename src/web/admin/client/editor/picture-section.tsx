import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { usePermission } from '../interface/session.ts';
import { pictureOf, uploadPicture } from '../interface/upload-picture.ts';
import { PictureChoice } from '../media/picture-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PictureCrop } from './picture-crop.tsx';
import { PictureFocus } from './picture-focus.tsx';
import { PictureWords } from './picture-words.tsx';
import type { SectionProps } from './section.ts';

/** The event's picture, chosen from the library or uploaded from a file that is chosen, dropped or pasted. */
export function PictureSection({ form, onChange, problems }: SectionProps) {
  const { say } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const mayUpload = usePermission('upload');
  const { image } = form;

  const take = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onChange({ image: await uploadPicture(file) });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(pictureOf(event.dataTransfer.files));
  };
  const paste = (event: ClipboardEvent) => {
    const file = pictureOf(event.clipboardData.files);
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  const problem = failure === undefined ? problems['image'] : problemText(failure, say);
  if (!mayUpload && !image) return null;
  return (
    <section className="es" onPaste={paste}>
      <h2>{say('admin.editor.picture')}</h2>
      <div className={image ? 'pc' : 'pc-0'}>
        {image && <PictureFocus key={image.id} id={image.id} url={image.url} />}
        <div>
          {image && <PictureWords key={image.id} id={image.id} />}
          {mayUpload && (
            // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button within
            <div
              className={`drop${isOver ? ' is-over' : ''}`}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(true);
              }}
              onDragLeave={() => setOver(false)}
              onDrop={drop}
            >
              <input
                ref={input}
                id={id}
                type="file"
                accept="image/*"
                hidden
                onChange={({ target }) => {
                  void take(pictureOf(target.files));
                  target.value = '';
                }}
              />
              <Button
                look="quiet"
                size="small"
                icon="upload"
                isBusy={isBusy}
                onPress={() => input.current?.click()}
              >
                {say(image ? 'admin.editor.picture_replace' : 'admin.editor.picture_choose')}
              </Button>
              <Button look="quiet" size="small" icon="image" onPress={() => setChoosing(true)}>
                {say('admin.media.choose')}
              </Button>
              {image && <PictureCrop key={image.id} id={image.id} />}
              {image && (
                <Button look="bare" size="small" onPress={() => onChange({ image: null })}>
                  {say('admin.editor.picture_remove')}
                </Button>
              )}
              <span className="h" role="status">
                {say(isBusy ? 'admin.editor.picture_uploading' : 'admin.editor.picture_help')}
              </span>
            </div>
          )}
          {isChoosing && (
            <PictureChoice
              onClose={() => setChoosing(false)}
              onChoose={(picture) => {
                setChoosing(false);
                setFailure(undefined);
                onChange({ image: { id: picture.id, url: picture.source_url } });
              }}
            />
          )}
          {problem && (
            <p className="f-e" role="alert">
              <Problem>{problem}</Problem>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
