/** Characters that XML 1.0 can't hold, whatever they are written as. */
const FORBIDDEN = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Returns a text as the content of an element or an attribute, without characters that XML can't hold. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? '');

/** Returns an element with a text and attributes; '' for none where there is neither. */
export function element(
  name: string,
  text: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  if (text === undefined && given.length === 0) return '';
  const written = given.map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`).join('');
  return text === undefined ? `<${name}${written}/>\n` : `<${name}${written}>${escapeXml(text)}</${name}>\n`;
}
