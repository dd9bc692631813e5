import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { FocalPoint } from '../media/focal-point.tsx';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';

type VisiblePoint = NonNullable<Schemas['Media']['focal_point']>;

/** The picture of an event, with the point that stays visible where it is cut; kept with the picture, for all that use it. */
export function PictureFocus({ id, url }: { readonly id: number; readonly url: string }) {
  const { say } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const queryKey = ['media', id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/media/{id}', { params: { path: { id } }, signal })),
  });
  if (!data)
    return (
      <figure className="pc-i">
        <img src={url} alt="" />
      </figure>
    );
  const move = async (focal_point: VisiblePoint) => {
    queries.setQueryData(queryKey, { ...data, focal_point });
    try {
      await bodyOf(api.PATCH('/kalends/v1/media/{id}', { params: { path: { id } }, body: { focal_point } }));
    } catch (refusal) {
      queries.setQueryData(queryKey, data);
      toast({ text: problemText(refusal, say) });
    }
  };
  return (
    <FocalPoint
      picture={data}
      value={data.focal_point}
      onChange={(place) => void move(place)}
      isDisabled={false}
    />
  );
}
