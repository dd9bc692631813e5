import { can } from '#api/access/permissions.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { changeSiteSettings, type StoreLanguage } from './actions.ts';
import { readMoves } from './moves.ts';
import { presentSite } from './present.ts';
import { MovesAnswer, movesFields, SiteAnswer, siteSettingFields } from './schema.ts';
import { siteSettings } from './site-settings.ts';

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
