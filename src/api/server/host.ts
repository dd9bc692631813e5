import type { IncomingMessage } from 'node:http';

const NAME = 'host';

/** Returns whether a request names its host more than once, of which Node shows the first alone (RFC 9112 §3.2). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values take turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === NAME.length && name.toLowerCase() === NAME) hosts++;
  }
  return hosts > 1;
}

/** Returns whether a request must be refused for its `Host` alone: without one, unless HTTP/1.0, or with several (RFC 9112 §3.2). */
export const isMisaddressed = (request: IncomingMessage): boolean =>
  (request.headers.host === undefined && request.httpVersion === '1.1') || hasSeveralHosts(request);
