import type { Viewer } from '#api/access/permissions.ts';
import { covers } from '#api/access/scopes.ts';
import { anyone, type Route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { forbidden, KalendsError } from '#errors.ts';

/** Returns the call as one whose caller may change nothing but own content, where a token's scope says so. */
function narrowed(call: Call): Call {
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
export async function isPermitted(route: Route, call: Call, path: Record<string, unknown>): Promise<boolean> {
  if (route.allows === anyone) return true;
  return (await route.allows(call, path)) && (await isInScope(route, call, path));
}

/**
 * Returns the call with which a route goes on: what only a scope forbids, it forbids deeper inside too.
 * @throws KalendsError `rest_forbidden` where the caller may not use it, `rest_token_scope` where only the token's scope forbids it
 */
export async function permit(route: Route, call: Call, path: Record<string, unknown>): Promise<Call> {
  if (route.allows === anyone) return call;
  if (!(await route.allows(call, path))) throw forbidden(call.viewer);
  if (!(await isInScope(route, call, path))) throw new KalendsError('rest_token_scope');
  return route.scope === 'read' ? call : narrowed(call);
}
