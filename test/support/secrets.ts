import { Random } from '#transfer/seed/random.ts';

/** A text that each secret contains, and that the log must not contain in any spelling. */
export const SECRET = 'hushhush';
/** Groups of three letters of it in Base64, one of which any encoding of the whole has. */
const ENCODED = ['hus', 'hhu', 'shh', 'ush'].map((letters) => Buffer.from(letters).toString('base64'));

/** Returns what of a secret is in a text, escaped or encoded as it may be; undefined: nothing. */
export function secretIn(text: string): string | undefined {
  let plain = text;
  for (let round = 0; round < 5; round++) {
    const at = plain.toLowerCase().search(/hushhus|hus%68/);
    if (at >= 0) return plain.slice(Math.max(0, at - 200), at + 100);
    plain = plain.replace(/%u([\da-f]{4})|\\u([\da-f]{4})|%([\da-f]{2})/gi, (_, ...codes: string[]) =>
      String.fromCharCode(Number.parseInt(codes.find((code) => code !== undefined) ?? '', 16)),
    );
  }
  const group = ENCODED.find((letters) => text.includes(letters));
  if (group === undefined) return undefined;
  const at = text.indexOf(group);
  return text.slice(Math.max(0, at - 200), at + 100);
}

const NAMES = [
  ...['password', 'PASSWORD', 'Password', 'passWord', 'pass_word', 'pass-word', 'passwd', 'pwd', 'pass'],
  ...[
    'password[]',
    'password[a]',
    'a[password]',
    'current_password',
    'new_password',
    'user_pass',
    'passphrase',
  ],
  ...['token', 'access_token', 'refreshToken', 'id_token', 'secret', 'client_secret', 'api_key', 'apikey'],
  ...['X-API-Key', 'authorization', 'Authorization', 'auth', '_wpnonce', 'X-WP-Nonce', 'nonce', 'cookie'],
  ...['session', 'jwt', 'signature', 'Idempotency-Key', 'passwort', 'contraseña', 'ｐassword', 'credentials'],
];
const ADDRESSES = ['website', 'url', 'image', 'search', 'redirect_to', 'a[]', 'venue[website]', 'x'];
const PATHS = [
  '/calendar/events/v1/events',
  '/tribe/events/v1/events',
  '/calendar/events/v1/events/ID',
  '/wp-json/tribe/events/v1/events/ID',
  '/calendar/events/v1/venues',
  '/calendar/events/v1/events/by-slug/protected',
  '/kalends/v1/users/me',
  '/kalends/v1/users',
  '/kalends/v1/users/1/tokens',
  '/kalends/v1/media',
  '/de/calendar/events/v1/doc',
  '/event/protected',
  '/media/2026/11/none.png',
  '/nowhere',
  '/%zz',
  '/',
  '/docs',
];
const HEADERS = [
  ...['Cookie', 'Proxy-Authorization', 'X-WP-Nonce', 'Idempotency-Key', 'X-Api-Key', 'X-Auth-Token'],
  ...['X-Request-Id', 'X-Forwarded-For', 'User-Agent', 'X-CSRF-Token', 'If-None-Match', 'Accept-Language'],
  ...['Origin', 'Content-Disposition', 'X-HTTP-Method-Override', 'Accept-Encoding', 'From', 'Via', 'Expect'],
];

/** Returns the bytes of a request that has secrets in several places; the same for the same seed and number. */
export function secretiveRequest(seed: number, number: number, id: number): Buffer {
  const random = new Random(seed * 1_000_003 + number);
  const below = (most: number) => random.integer(most);
  const one = <T>(list: readonly T[], otherwise: T): T => list[below(list.length)] ?? otherwise;
  const secret = () =>
    one(
      [
        SECRET,
        `${SECRET}${below(1e6)}`,
        `p@ss:${SECRET}/x`,
        `ä${SECRET}`,
        `${SECRET} with blanks`,
        `${SECRET.toUpperCase()}!`,
      ],
      SECRET,
    );
  const every = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const escaped = (text: string): string =>
    one<(text: string) => string>(
      [
        encodeURIComponent,
        every,
        (plain) => encodeURIComponent(encodeURIComponent(plain)),
        (plain) => encodeURIComponent(plain).replaceAll('%20', '+'),
        (plain) => encodeURIComponent(plain),
      ],
      encodeURIComponent,
    )(text);
  const name = () => {
    const plain = one(NAMES, 'password');
    return below(3) === 0 ? escaped(plain) : encodeURI(plain);
  };
  const address = () => {
    const login = below(4) === 0 ? '' : 'ada:';
    const text = `${one(['https://', 'http://', '//', 'ftp://', 'postgres://'], '//')}${login}${SECRET}@example.org/x`;
    return below(2) === 0 ? escaped(text) : text;
  };
  const pair = (): string =>
    one<() => string>(
      [
        () => `${name()}=${escaped(secret())}`,
        () => `${one(ADDRESSES, 'x')}=${address()}`,
        () => `${one(ADDRESSES, 'x')}=${one(['Basic', 'Bearer', 'bearer'], 'Basic')}%20${SECRET}`,
        () =>
          `rest_route=${encodeURIComponent(`/calendar/events/v1/events/5?${name()}=${escaped(secret())}`)}`,
        () => `body=${encodeURIComponent(JSON.stringify({ a: 1, password: secret() }))}`,
        () => `_method=DELETE&${name()}=${escaped(secret())}`,
      ],
      () => '',
    )();
  const pairs = () => Array.from({ length: 1 + below(3) }, () => (below(4) === 0 ? 'page=2' : pair()));
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const authorization = () =>
    one(
      [
        `Basic ${base64(`admin:${secret()}`)}`,
        `Basic ${base64(`${SECRET}:x`)}`,
        `Basic ${base64(`${SECRET}@example.org:${SECRET}`)}`,
        `basic\t${base64(`nobody:${secret()}`)}`,
        `Basic ${SECRET}`,
        `Bearer ${SECRET}${below(1e6)}`,
        `bearer   ${SECRET}`,
        `Token ${SECRET}`,
        `Digest username="admin", response="${SECRET}"`,
        SECRET,
        `Negotiate ${base64(SECRET)}`,
      ],
      SECRET,
    );

  const path = one(PATHS, '/').replace('ID', String(id));
  const separator = one(['?', '?', '?', '?', '/?', ';', '??', '&'], '?');
  const target = `${path}${below(6) === 0 ? '' : `${separator}${pairs().join(one(['&', '&', '&;'], '&'))}`}`;
  const method = one(
    ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'],
    'GET',
  );
  const headers = [`Host: ${below(12) === 0 ? `ada:${SECRET}@example.org` : 'calendar.example'}`];
  if (below(3) > 0) headers.push(`Authorization: ${authorization()}`);
  for (let n = below(4); n > 0; n--)
    headers.push(`${one(HEADERS, 'Cookie')}: ${one([SECRET, `a=${SECRET}`, `${SECRET}, b`], '')}`);
  if (below(4) === 0) headers.push(`Referer: https://ada:${SECRET}@example.org/?${pairs().join('&')}`);
  if (below(25) === 0) headers.push(`bro ken ${SECRET}`);
  let body = '';
  if (below(2) === 0 && method !== 'GET' && method !== 'HEAD') {
    const [type, text] = one<readonly [string, string]>(
      [
        [
          'application/json',
          JSON.stringify({ title: 'A', password: secret(), website: `https://a:${SECRET}@b.c` }),
        ],
        ['application/json', `{"password":"${SECRET}",`],
        ['application/x-www-form-urlencoded', pairs().join('&')],
        ['text/plain', SECRET],
        [
          'multipart/form-data; boundary=x',
          `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--x--\r\n`,
        ],
        [`multipart/form-data; boundary=${SECRET}`, SECRET],
        [`application/${SECRET}`, SECRET],
      ],
      ['text/plain', SECRET],
    );
    headers.push(`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(text)}`);
    body = text;
  }
  return Buffer.from(
    `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`,
  );
}
