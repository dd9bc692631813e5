const PROPERTIES =
  /^(?:text-(?:align|decoration|indent|transform)|font-(?:weight|style|size|family|variant)|line-height|letter-spacing|vertical-align|white-space|color|background-color|float|clear|(?:max-|min-)?(?:width|height)|aspect-ratio|object-fit|list-style-type|(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width|radius|collapse|spacing))?)$/;
// Words, numbers, colours: no quotes, no negative lengths, no function but those of colours.
const VALUE = /^(?:(?:rgba?|hsla?)\([\d\s.,%/]+\)|[#a-z0-9.%,\s!]|(?<=[a-z])-(?=[a-z]))*$/;

/**
 * The declarations of a style attribute that only dress text (no address, no position, no function but
 * colours), as written where all of them do; `''` where none does.
 */
export function harmlessStyle(style: string): string {
  const declarations = style.split(';').filter((part) => part.trim() !== '');
  const kept = declarations.filter(isHarmless);
  return kept.length === declarations.length ? style : kept.map((part) => `${part.trim()};`).join(' ');
}

function isHarmless(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .trim()
    .toLowerCase();
  return colon > 0 && PROPERTIES.test(property) && value.length <= 100 && VALUE.test(value);
}
