import Type from 'typebox';
import { NAMESPACE } from '#api/http/address.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';

const OpenApiDocument = Type.Object({
  openapi: Type.String(),
  info: Type.Object({}, { additionalProperties: true }),
  servers: Type.Array(Type.Object({}, { additionalProperties: true })),
  tags: Type.Array(Type.Object({}, { additionalProperties: true })),
  paths: Type.Object({}, { additionalProperties: true }),
  components: Type.Object({}, { additionalProperties: true }),
});

/** Returns the route of `/doc`, which serves the OpenAPI document (reference 6). */
export function documentRoutes(all: () => readonly Route[]): Route[] {
  return [
    route({
      operation: 'readDoc',
      methods: ['GET'],
      scope: 'read',
      isCacheable: true,
      url: `/${NAMESPACE}/doc`,
      path: {},
      accepts: {},
      answers: { 200: OpenApiDocument },
      errors: [],
      allows: anyone,
      handle: async (call) => ({ body: call.services.documents.of(all(), call, call.services.config) }),
    }),
  ];
}
