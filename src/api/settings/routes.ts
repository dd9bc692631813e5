import { can } from '#api/access/permissions.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { changeSiteSettings } from './actions.ts';
import { presentSite } from './present.ts';
import { SiteAnswer, siteSettingFields } from './schema.ts';
import { siteSettings } from './site-settings.ts';

const SETTINGS = '/kalends/v1/settings';

/** The routes of the site's settings, which everybody reads and administrators write (design 2). */
export const settingRoutes: readonly Route[] = [
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
      await changeSiteSettings(call, input);
      return { body: presentSite(await siteSettings(call), call) };
    },
  }),
];
