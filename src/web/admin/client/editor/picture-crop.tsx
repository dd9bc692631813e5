import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../interface/client.ts';
import { CropDialog } from '../media/crop-dialog.tsx';
import { mediaCalls } from '../media/media-query.ts';
import { usePictureChange } from '../media/use-picture-change.ts';
import { Button } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';

/** A button that cuts the picture of an event, for all that use it. */
export function PictureCrop({ id }: { readonly id: number }) {
  const { say } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const change = usePictureChange(id);
  const { data } = useQuery({
    queryKey: ['media', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/media/{id}', { params: { path: { id } }, signal })),
  });
  if (!data?.media_details.width) return null;
  return (
    <>
      <Button look="quiet" size="small" onPress={() => setOpen(true)}>
        {say('admin.media.crop')}
      </Button>
      {isOpen && (
        <CropDialog
          picture={data}
          onClose={() => setOpen(false)}
          onCrop={(area) => {
            setOpen(false);
            void change(() => mediaCalls.crop(id, area), say('admin.media.cropped'));
          }}
        />
      )}
    </>
  );
}
