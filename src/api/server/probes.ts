/** Below this address load balancers ask how a node is. */
export const HEALTH = '/kalends/v1/health';

/**
 * Whether a route is one that load balancers ask all the time.
 * @param url the pattern of the route; undefined: there is none
 */
export const isProbe = (url: string | undefined): boolean =>
  url === HEALTH || url?.startsWith(`${HEALTH}/`) === true;
