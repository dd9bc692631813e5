import { filled, type TryTexts } from './docs-texts.ts';
import { element } from './dom.ts';

/** Headers that are shown, in this order. */
const HEADERS = [
  'Content-Type',
  'Content-Language',
  'Location',
  'Link',
  'X-WP-Total',
  'X-WP-TotalPages',
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Allow',
  'WWW-Authenticate',
  'Idempotency-Replayed',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
] as const;

/** Characters of a body that are shown. */
const MOST = 100_000;

/** Names of statuses, which HTTP/2 has no more. */
const STATUSES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  207: 'Multi-Status',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

const counted = (count: number): string => count.toLocaleString(document.documentElement.lang);

const isText = (type: string): boolean => /^text\/|json|xml|javascript/i.test(type);

/** Returns a body in a form for reading. */
function formatted(text: string, type: string): string {
  if (!/json/i.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns the message of an error in a body; '' where it has none. */
function messageOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return body instanceof Object && 'message' in body && typeof body.message === 'string'
      ? body.message
      : '';
  } catch {
    return '';
  }
}

function bodyOf(
  text: string,
  { type, texts, name }: { type: string; texts: TryTexts; name: string },
): Node[] {
  if (text === '') return [element('p', { className: 'soft' }, texts['noBody'])];
  const whole = formatted(text, type);
  const cut = whole.length > MOST && filled(texts['cut'], counted(MOST));
  const shown = element('pre', { tabIndex: 0 }, element('code', {}, whole.slice(0, MOST)));
  shown.setAttribute('role', 'region');
  shown.setAttribute('aria-label', name);
  return [shown, ...(cut ? [element('p', { className: 'soft' }, cut)] : [])];
}

/** An answer, with what was asked for. */
export interface ShownAnswer {
  readonly response: Response;
  readonly method: string;
  readonly address: string;
  readonly milliseconds: number;
  readonly hasCredentials: boolean;
}

/** Returns an answer as elements: status, message of an error, headers of interest, and the body. */
export async function answerElements(
  { response, method, address, milliseconds, hasCredentials }: ShownAnswer,
  texts: TryTexts,
): Promise<Node[]> {
  const { status, statusText, headers, redirected, url } = response;
  const type = headers.get('Content-Type') ?? '';
  const bytes = await response.arrayBuffer();
  const text = isText(type) ? new TextDecoder().decode(bytes) : '';
  const reason = statusText || STATUSES[status] || '';
  const isBad = status >= 400;
  const title = element('h5', { className: isBad ? 'bad' : 'ok' }, `${status} ${reason}`.trim());
  const size = `${counted(bytes.byteLength)} B, ${Math.round(milliseconds)} ms`;
  const rows = HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [element('dt', {}, name), element('dd', {}, value)];
  });
  const isFile = bytes.byteLength > 0 && !isText(type);
  const said = isBad ? messageOf(text) : '';
  return [
    title,
    element('p', { className: 'soft' }, element('code', {}, `${method} ${address}`), ` ${size}`),
    ...(redirected ? [element('p', { className: 'soft' }, filled(texts['redirected'], url))] : []),
    ...(said ? [element('p', { className: 'try-e' }, said)] : []),
    ...(status === 401 && !hasCredentials ? [element('p', {}, texts['hint'])] : []),
    element('dl', {}, ...rows),
    ...(isFile
      ? [element('p', {}, filled(texts['binary'], counted(bytes.byteLength)))]
      : bodyOf(text, { type, texts, name: texts['answer'] ?? '' })),
  ];
}
