import { can } from '#api/access/permissions.ts';
import { type Route, route } from '#api/routing/route.ts';
import { lookUpAddress } from './lookup.ts';
import { FoundAddresses, lookupFields } from './schema.ts';

/** The route by which the editor finds addresses. */
export const addressRoutes: readonly Route[] = [
  route({
    operation: 'findAddresses',
    methods: ['GET'],
    scope: 'read',
    url: '/kalends/v1/addresses',
    path: {},
    accepts: lookupFields,
    answers: { 200: FoundAddresses },
    errors: [
      'rest_invalid_param',
      'rest_address_lookup_off',
      'rest_address_lookup_failed',
      'rest_too_many_requests',
    ],
    // Whom the calendar asks in its name are those who may write an address down.
    allows: ({ viewer }) => can(viewer, 'create'),
    handle: async (call, { input }) => ({ body: await lookUpAddress(call, input), isMomentary: true }),
  }),
];
