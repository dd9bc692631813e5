import { can } from '#api/access/permissions.ts';
import type { Input } from '#api/routing/parameter.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { changeSiteSettings, type StoreLanguage } from './actions.ts';
import { presentSite } from './present.ts';
import { MovesAnswer, movesFields, SiteAnswer, siteSettingFields } from './schema.ts';
import { siteSettings } from './site-settings.ts';
import { countPublished } from './store.ts';

/** Returns what would move if the calendar had another language or time zone. */
async function readMoves(call: Call, asked: Input<typeof movesFields>): Promise<MovesAnswer> {
  const { config } = await siteSettings(call);
  const timezone = asked.timezone || config.timezone;
  const language = asked.language ?? config.language;
  const { events, inZone, inLanguage } = await countPublished(call.services.db.read, { timezone, language });
  return { now: toWall(utcText(call.now), timezone), events, in_zone: inZone, in_language: inLanguage };
}

const SETTINGS = '/kalends/v1/settings';

/** Makes the routes of the site's settings, which everybody reads and administrators write (design 2). */
export const makeSettingRoutes = (storeLanguage: StoreLanguage): readonly Route[] => [
  route({
    operation: 'readSettings',
    methods: ['GET'],
    scope: 'read',
    isCacheable: true,
    url: SETTINGS,
    path: {},
    accepts: {},
    answers: { 200: SiteAnswer },
    errors: [],
    allows: anyone,
    handle: async (call) => ({ body: presentSite(await siteSettings(call), call) }),
  }),
  route({
    operation: 'updateSettings',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'admin',
    url: SETTINGS,
    path: {},
    accepts: siteSettingFields,
    answers: { 200: SiteAnswer },
    errors: ['rest_invalid_param'],
    allows: ({ viewer }) => can(viewer, 'settings'),
    async handle(call, { input }) {
      await changeSiteSettings(call, input, storeLanguage);
      return { body: presentSite(await siteSettings(call), call) };
    },
  }),
  route({
    operation: 'previewSettings',
    methods: ['GET'],
    scope: 'admin',
    url: `${SETTINGS}/preview`,
    path: {},
    accepts: movesFields,
    answers: { 200: MovesAnswer },
    errors: ['rest_invalid_param'],
    allows: ({ viewer }) => can(viewer, 'settings'),
    handle: async (call, { input }) => ({ body: await readMoves(call, input), isMomentary: true }),
  }),
];
