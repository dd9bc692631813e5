import type { RowImage, Stored } from '#store/db/row-images.ts';

/** Returns the IDs of the series that a write has made, by its images: those that it has split off, which its undo removes. */
export const seriesMadeBy = (images: readonly RowImage[]): Set<Stored | undefined> =>
  new Set(
    images.flatMap(({ table, before, after }) =>
      table === 'events' && before === null && after?.['series_id'] === after?.['id'] ? after?.['id'] : [],
    ),
  );
