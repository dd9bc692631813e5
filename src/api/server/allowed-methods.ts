import type { FastifyRequest } from 'fastify';
import { anyone, type Method, type Route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { isPermitted, permit } from './permit.ts';
import { readParameters } from './request-input.ts';

const METHOD_ORDER: readonly Method[] = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
const rank = (route: Route) => METHOD_ORDER.indexOf(route.methods[0] ?? 'GET');

/** Returns the routes by path, each path's in the order in which `Allow` and the index name their methods. */
export function routesByUrl(routes: readonly Route[]): Map<string, Route[]> {
  const byUrl = new Map<string, Route[]>();
  for (const route of routes) byUrl.set(route.url, [...(byUrl.get(route.url) ?? []), route]);
  for (const list of byUrl.values()) list.sort((a, b) => rank(a) - rank(b));
  return byUrl;
}

/** Returns the `Allow` of a path for anonymous callers, whose rights don't depend on what the path names. */
export const anonymousMethods = (routes: readonly Route[]): string =>
  routes
    .filter(({ methods }) => methods.includes('GET'))
    .flatMap(({ methods }) => methods)
    .join(', ');

/** Returns the methods that a signed-in caller may use on a path, in the reference's order (reference 1.4). */
export async function allowedMethods(
  routes: readonly Route[],
  call: Call,
  path: Record<string, unknown>,
): Promise<string> {
  const methods: Method[] = [];
  for (const route of routes)
    if (route.methods.includes('GET') || (await isPermitted(route, call, path)))
      methods.push(...route.methods);
  return methods.join(', ');
}

/** Returns the values of a path; undefined where it names nothing that is there, or what was merged into something else. */
async function readPath(
  routes: readonly Route[],
  sent: Record<string, unknown>,
  call: Call,
): Promise<Record<string, unknown> | undefined> {
  const problems = {};
  try {
    const path = await readParameters(routes[0]?.path ?? {}, sent, call, problems);
    return Object.keys(problems).length === 0 ? path : undefined;
  } catch (error) {
    if (error instanceof KalendsError && error.code === 'rest_merged') return undefined;
    throw error;
  }
}

/** Returns a route for a path that names nothing: its permission is the one of what isn't known. */
const withoutItem = (route: Route, sent: Record<string, unknown>): Route => ({
  ...route,
  allows: (caller: Call) => route.allowsUnknown?.(caller, sent) ?? false,
});

/**
 * Holds that the caller may use a route on a path that hasn't been read, and may name nothing. Returns whether it names something.
 * @param mayBeGone whether what names nothing is admitted
 * @throws KalendsError `rest_forbidden`, `rest_token_scope`
 */
export async function permitAt(
  route: Route,
  { call, request, mayBeGone }: { call: Call; request: FastifyRequest; mayBeGone: boolean },
): Promise<boolean> {
  const sent = request.params as Record<string, unknown>;
  const path = await readPath([route], sent, call);
  if (route.allows === anyone || (!path && mayBeGone)) return path !== undefined;
  await permit(path ? route : withoutItem(route, sent), call, path ?? {});
  return path !== undefined;
}

/** Returns the `Allow` of a path that hasn't been read, and may name nothing. */
export async function allowedAt(
  routes: readonly Route[],
  call: Call,
  request: FastifyRequest,
): Promise<string> {
  if (call.viewer === null) return anonymousMethods(routes);
  const sent = request.params as Record<string, unknown>;
  const path = await readPath(routes, sent, call);
  if (path) return allowedMethods(routes, call, path);
  return allowedMethods(
    routes.map((route) => withoutItem(route, sent)),
    call,
    {},
  );
}
