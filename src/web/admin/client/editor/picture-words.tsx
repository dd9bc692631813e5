import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { TextField } from '../parts/field.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';

type MediaWords = Pick<Schemas['Media'], 'alt_text' | 'credit'>;

/** Fields for what a picture shows and whose it is; kept with the picture as the field is left, for all that use it. */
export function PictureWords({ id }: { id: number }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const queryKey = ['media', id];
  const [typed, setTyped] = useState<Partial<MediaWords>>({});
  const [state, setState] = useState<{ isKept: boolean; failure?: unknown }>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/media/{id}', { params: { path: { id } }, signal })),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const words: MediaWords = { alt_text: data.alt_text, credit: data.credit, ...typed };

  const keep = async () => {
    if (words.alt_text === data.alt_text && words.credit === data.credit) return;
    try {
      queries.setQueryData(
        queryKey,
        await bodyOf(api.PATCH('/kalends/v1/media/{id}', { params: { path: { id } }, body: words })),
      );
      // What was typed since stays.
      setTyped(({ alt_text, credit }) => ({
        ...(alt_text === undefined || alt_text === words.alt_text ? {} : { alt_text }),
        ...(credit === undefined || credit === words.credit ? {} : { credit }),
      }));
      setState({ isKept: true });
    } catch (failure) {
      setState({ isKept: false, failure });
    }
  };
  const problem = state?.failure === undefined ? undefined : problemText(state.failure, say);
  return (
    <>
      <TextField
        label={say('admin.editor.alt_text')}
        help={say('admin.editor.alt_text_help')}
        value={words.alt_text}
        onChange={(alt_text) => setTyped((now) => ({ ...now, alt_text }))}
        onBlur={() => void keep()}
        problem={problem}
        isLong
      />
      <TextField
        label={say('admin.editor.credit')}
        value={words.credit}
        onChange={(credit) => setTyped((now) => ({ ...now, credit }))}
        onBlur={() => void keep()}
      />
      <p className="h" role="status">
        {state?.isKept ? say('admin.editor.picture_kept') : ''}
      </p>
    </>
  );
}
