import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLastChange } from '../interface/last-change.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { PaneHead } from '../parts/pane-head.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { siteLanguage } from '../shell/brand.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { languageIn } from '../texts/language-name.ts';
import { type AdminLanguage, adminLanguageOf, useTexts, writtenLanguages } from '../texts/texts.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { FocalPoint } from './focal-point.tsx';
import {
  type LibraryPicture,
  mediaCalls,
  type PictureInLanguages,
  type PictureTexts,
} from './media-query.ts';
import { PictureUses, useUses } from './picture-uses.tsx';
import { usePictureChange } from './use-picture-change.ts';
import { storedWords, usePictureWords } from './use-picture-words.ts';

const primary = adminLanguageOf(siteLanguage);
const KIB = 1024;

/** Pane of one picture: what stays visible of it, its words in each language, whose it is, and its removal. */
export function PicturePane({ id, onClose }: { readonly id: number; onClose(): void }) {
  const { say, language } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [isCropping, setCropping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = usePictureChange(id);
  const queryKey = ['media', 'one', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => mediaCalls.read(id, signal),
  });
  const words = usePictureWords(id, () => queries.getQueryData<PictureInLanguages>(queryKey));
  const { overtaken } = words;
  const changed = useLastChange('media', id, overtaken !== undefined);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['media'] });
      return true;
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
      return false;
    }
  };
  const uses = useUses(id).data?.total ?? 0;
  if (error)
    return (
      <aside className="side">
        <Failed error={error} onRetry={() => void refetch()} />
      </aside>
    );
  if (!data) return <aside className="side" aria-busy="true" />;
  const { picture, texts } = data;
  const own = texts.get(primary) ?? picture;
  const text = (code: AdminLanguage, name: keyof PictureTexts, label: string) => (
    <TextField
      key={`${code} ${name}`}
      label={label}
      lang={code}
      value={words.typedAt({ code, name }) ?? storedWords(data, { code, name })}
      {...(code === primary ? {} : { placeholder: own[name] })}
      onChange={(value) => words.type({ code, name }, value)}
      onBlur={() => {
        if (words.isOpen({ code, name })) void attempt(() => words.keep({ code, name })).then(words.settle);
      }}
      isLong={name === 'alt_text'}
    />
  );
  const moveFocus = (focal_point: LibraryPicture['focal_point']) => {
    const former = picture.focal_point;
    queries.setQueryData(queryKey, { ...data, picture: { ...picture, focal_point } });
    void attempt(() => mediaCalls.update(id, primary, { focal_point })).then((isKept) => {
      if (!isKept) queries.setQueryData(queryKey, { ...data, picture: { ...picture, focal_point: former } });
    });
  };
  const nameOf = (code: AdminLanguage) => languageIn(language, code);
  const { width, height, filesize, file } = picture.media_details;
  const name = file.split('/').at(-1) ?? file;
  return (
    <aside className="side" aria-label={name}>
      <PaneHead title={name} onClose={onClose} />
      <FocalPoint picture={picture} value={picture.focal_point} onChange={moveFocus} isDisabled={false} />
      {overtaken && (
        <Strip
          action={
            <>
              <Button look="quiet" size="small" onPress={() => void attempt(() => words.keepMine(overtaken))}>
                {say('admin.linked.keep_mine')}
              </Button>
              <Button look="bare" size="small" onPress={() => words.forget(overtaken)}>
                {say('admin.linked.take_theirs')}
              </Button>
            </>
          }
        >
          {say('admin.linked.conflict_in', {
            whose: changed.whose,
            fields: say('admin.linked.theirs', {
              field:
                overtaken.name === 'credit'
                  ? say('admin.editor.credit')
                  : say('admin.media.words_in', { language: nameOf(overtaken.code) }),
              value: overtaken.theirs,
            }),
          })}
        </Strip>
      )}
      {writtenLanguages
        .toSorted((one, other) => Number(other === primary) - Number(one === primary))
        .map((code) => text(code, 'alt_text', say('admin.media.words_in', { language: nameOf(code) })))}
      {text(primary, 'credit', say('admin.editor.credit'))}
      <p className="h">{say('admin.media.kept')}</p>
      <dl className="md-d">
        <div>
          <dt>{say('admin.media.size')}</dt>
          <dd className="num">
            {width && height ? `${width} × ${height}, ` : ''}
            {say('admin.media.kib', { number: Math.max(1, Math.round(filesize / KIB)) })}
          </dd>
        </div>
      </dl>
      <PictureUses id={id} />
      <p className="f-row">
        <a className="btn btn-quiet btn-s" href={picture.source_url} target="_blank" rel="noopener">
          {say('admin.media.open')}
        </a>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file)
              void change(() => mediaCalls.replace(id, file), say('admin.media.replaced', { count: uses }));
            target.value = '';
          }}
        />
        <Button look="quiet" size="small" icon="upload" onPress={() => input.current?.click()}>
          {say('admin.media.replace')}
        </Button>
        {width && height && (
          <Button look="quiet" size="small" onPress={() => setCropping(true)}>
            {say('admin.media.crop')}
          </Button>
        )}
        <Button
          look="bare"
          size="small"
          icon="trash"
          className="last"
          onPress={() =>
            void change(() => mediaCalls.remove(id), say('admin.media.removed', { count: uses })).then(
              (isGone) => isGone && onClose(),
            )
          }
        >
          {say('admin.media.remove')}
        </Button>
      </p>
      {isCropping && (
        <CropDialog
          picture={picture}
          onClose={() => setCropping(false)}
          onCrop={(area) => {
            setCropping(false);
            void change(() => mediaCalls.crop(id, area), say('admin.media.cropped'));
          }}
        />
      )}
    </aside>
  );
}
