import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#api/access/permissions.ts';
import { covers } from '#api/access/scopes.ts';
import { anyone, type Method, type Route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { forbidden, KalendsError } from '#errors.ts';
import { readParameters } from './request-input.ts';

/** Returns the call as one whose caller may change nothing but own content, where a token's scope says so. */
export function narrowed(call: Call): Call {
  const { viewer } = call;
  return viewer?.scope === 'write-own'
    ? { ...call, viewer: { ...viewer, onlyOwn: true } satisfies Viewer }
    : call;
}

/** Returns whether the scope of the caller's token goes as far as a route, which the caller may use. */
async function isInScope(route: Route, call: Call, path: Record<string, unknown>): Promise<boolean> {
  const scope = call.viewer?.scope;
  if (scope === undefined || route.scope === 'read') return true;
  if (!covers(scope, route.scope)) return false;
  return scope !== 'write-own' || (await route.allows(narrowed(call), path));
}

/** Returns whether the caller may use a route: by role, and by the scope of a token (contract W7). */
async function isPermitted(route: Route, call: Call, path: Record<string, unknown>): Promise<boolean> {
  if (route.allows === anyone) return true;
  return (await route.allows(call, path)) && (await isInScope(route, call, path));
}

/**
 * Holds that the caller may use a route.
 * @throws KalendsError `rest_forbidden`, or `rest_token_scope` where only the token's scope forbids it
 */
export async function requirePermission(
  route: Route,
  call: Call,
  path: Record<string, unknown>,
): Promise<void> {
  if (route.allows === anyone) return;
  if (!(await route.allows(call, path))) throw forbidden(call.viewer);
  if (!(await isInScope(route, call, path))) throw new KalendsError('rest_token_scope');
}

const METHOD_ORDER: readonly Method[] = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
const rank = (route: Route) => METHOD_ORDER.indexOf(route.methods[0] ?? 'GET');

/** Returns the routes by path, each path's in the order in which `Allow` and the index name their methods. */
export function routesByUrl(routes: readonly Route[]): Map<string, Route[]> {
  const byUrl = new Map<string, Route[]>();
  for (const route of routes) byUrl.set(route.url, [...(byUrl.get(route.url) ?? []), route]);
  for (const list of byUrl.values()) list.sort((a, b) => rank(a) - rank(b));
  return byUrl;
}

/** Returns the routes that write which a signed-in caller may use on a path. */
export async function permittedWrites(
  routes: readonly Route[],
  call: Call,
  path: Record<string, unknown>,
): Promise<ReadonlySet<Route>> {
  const permitted = new Set<Route>();
  for (const route of routes)
    if (!route.methods.includes('GET') && (await isPermitted(route, call, path))) permitted.add(route);
  return permitted;
}

/** Returns the `Allow` of a path, in the reference's order (reference 1.4). @param writes the ones that the caller may do */
export const allowOf = (routes: readonly Route[], writes: ReadonlySet<Route>): string =>
  routes
    .filter((route) => route.methods.includes('GET') || writes.has(route))
    .flatMap(({ methods }) => methods)
    .join(', ');

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
  await requirePermission(path ? route : withoutItem(route, sent), call, path ?? {});
  return path !== undefined;
}

/** Returns the `Allow` of a path that hasn't been read, and may name nothing. */
export async function allowedAt(
  routes: readonly Route[],
  call: Call,
  request: FastifyRequest,
): Promise<string> {
  // An anonymous caller's rights don't depend on what the path names.
  if (call.viewer === null) return allowOf(routes, new Set());
  const sent = request.params as Record<string, unknown>;
  const path = await readPath(routes, sent, call);
  const named = path ? routes : routes.map((route) => withoutItem(route, sent));
  return allowOf(named, await permittedWrites(named, call, path ?? {}));
}
