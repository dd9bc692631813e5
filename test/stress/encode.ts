import type { Random } from '#transfer/seed/random.ts';

/** Percent-encoded as a client may do it: properly, or with bytes that are no UTF-8, or not at all. */
export function percentEncoded(random: Random, text: string): string {
  const way = random.integer(20);
  if (way === 0) return text.replace(/[^\x21-\x7e]|[?#]/g, '');
  if (way === 1) return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
  if (way === 2)
    return [...Buffer.from(text.slice(0, 500), 'latin1')]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join('');
  if (way === 3) return `${encodeURIComponent(text.toWellFormed())}%`;
  return [...text]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character);
      // A lone surrogate as broken encoders write it.
      const unit = character.charCodeAt(0);
      const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');
}

/** A name and a value as pairs of a query or form, the way PHP writes lists and objects. */
export function phpPairs(name: string, value: unknown, depth = 0): [string, string][] {
  if (typeof value === 'object' && value !== null && depth < 80)
    return Object.entries(value)
      .slice(0, 300)
      .flatMap(([key, member]) => phpPairs(`${name}[${Array.isArray(value) ? '' : key}]`, member, depth + 1));
  return [[name, value === null ? '' : String(value)]];
}

/** A query string or form body of these parameters. */
export function queryOf(random: Random, parameters: readonly (readonly [string, unknown])[]): string {
  return parameters
    .flatMap(([name, value]) => phpPairs(name, value))
    .map(([name, value]) => `${percentEncoded(random, name)}=${percentEncoded(random, value)}`)
    .join('&');
}

/** JSON of these parameters, often right, else broken in one of many ways. */
export function jsonOf(random: Random, parameters: readonly (readonly [string, unknown])[]): Buffer {
  const members = parameters.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const text = `{${members.join(',')}}`;
  switch (random.integer(30)) {
    case 0:
      return Buffer.from(text.slice(0, random.integer(text.length + 1)));
    case 1:
      return Buffer.from(`[${text}]`);
    case 2:
      return Buffer.from(
        random.pick(['null', '5', '"text"', 'true', '[]', '', ' ', '{}{}', "{'a':1}", '\ufeff{}']),
      );
    case 3:
      return Buffer.from(text, 'latin1');
    case 4:
      return Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x00, 0x7d])]);
    case 5:
      return Buffer.from(
        text.slice(0, -1).concat(',"x":', '['.repeat(20_000), ']'.repeat(20_000), '}').replace('{,', '{'),
      );
    case 6:
      return Buffer.from(
        text
          .slice(0, -1)
          .concat(`,"page":NaN,"title":${'9'.repeat(400)}}`)
          .replace('{,', '{'),
      );
    default:
      return Buffer.from(text);
  }
}

/** A multipart form, with a file where one is given; sometimes cut short or with a wrong boundary. */
export function multipartOf(
  random: Random,
  parameters: readonly (readonly [string, unknown])[],
  file: { name: string; type: string; bytes: Buffer } | undefined,
): { type: string; body: Buffer } {
  const boundary = `stress-${random.integer(1e9)}`;
  const parts: Buffer[] = [];
  for (const [name, value] of parameters.flatMap(([name, value]) => phpPairs(name, value)))
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/[\r\n"]/g, '_')}"\r\n\r\n${value}\r\n`,
      ),
    );
  if (file)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name.replace(/[\r\n"]/g, '_')}"\r\nContent-Type: ${file.type}\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  let body = Buffer.concat(parts);
  const type = 'multipart/form-data';
  switch (random.integer(20)) {
    case 0:
      return { type, body };
    case 1:
      return { type: `${type}; boundary=other`, body };
    case 2:
      return { type: `${type}; boundary=${'b'.repeat(300)}`, body };
    case 3:
      body = body.subarray(0, random.integer(body.length));
      return { type: `${type}; boundary=${boundary}`, body };
    case 4:
      return { type: `${type}; boundary=`, body };
    default:
      return { type: `${type}; boundary=${boundary}`, body };
  }
}
