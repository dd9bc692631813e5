import type { FastifyInstance } from 'fastify';
import { sendFile } from '#api/media/serve.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { createMediaFiles } from '#store/pictures/files.ts';
import { inspectTileArchive, isShown, isTileArchive } from '#store/tile-archive.ts';

/** The path of the tiles of maps, below the service's origin. */
export const TILE_ARCHIVE_PATH = '/map.pmtiles';

/**
 * Serves `GET` and `HEAD /map.pmtiles`: the one file in the data folder that the site's settings name, whole or in ranges; 404
 * where they name none, or one whose tiles maps can't show.
 */
export function serveMapTiles(app: FastifyInstance, services: Services): void {
  const { data } = services.config;
  const files = createMediaFiles(data);
  app.route({
    method: ['GET', 'HEAD'],
    url: TILE_ARCHIVE_PATH,
    handler: async (request, reply) => {
      const { map_tiles: name } = await services.settings.read(services.db);
      const isServed = isTileArchive(name) && isShown(inspectTileArchive(data, name));
      const file = isServed ? await files.open(name) : undefined;
      if (!file) throw new KalendsError('rest_no_route');
      try {
        // A proxy that compressed it would take the ranges away.
        reply.headers({ 'Content-Type': 'application/vnd.pmtiles', 'X-Robots-Tag': 'noindex' });
        return await sendFile(request, reply, file, 'public, max-age=3600, no-transform');
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  });
}
