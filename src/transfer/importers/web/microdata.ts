import { attribute, type Element, elementsIn, textContent, type WebPage, webAddress } from './page.ts';
import { plainName, type Thing, type Value } from './things.ts';

const ADDRESS_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
};

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '');

/** Returns the value of a property that is no item (HTML, "Values"; `content` on any element, as pages have it). */
function plainValue(element: Element, page: WebPage): string {
  const content = attribute(element, 'content');
  if (content !== undefined) return content.trim();
  const address = ADDRESS_ATTRIBUTES[element.tagName];
  const given = address === undefined ? undefined : attribute(element, address);
  if (given !== undefined) return webAddress(given, page.base) ?? given.trim();
  if (element.tagName === 'data' || element.tagName === 'meter')
    return attribute(element, 'value')?.trim() ?? textContent(element);
  if (element.tagName === 'time') return attribute(element, 'datetime')?.trim() ?? textContent(element);
  return textContent(element);
}

/** Levels of items in items; those below are left out. */
const DEEPEST = 64;

const isItem = (element: Element): boolean => attribute(element, 'itemscope') !== undefined;

/** Reads the microdata of a page: its items of schema.org that are in no other one. */
export function readMicrodata(page: WebPage): Thing[] {
  const byId = new Map<string, Element>();
  const things = new Map<Element, Thing>();
  for (const element of elementsIn(page.root)) {
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const addProperty = (element: Element, properties: Record<string, Value[]>, depth: number) => {
    for (const name of words(attribute(element, 'itemprop')).map(plainName)) {
      const value = isItem(element) ? thingOf(element, depth + 1) : plainValue(element, page);
      if (value !== '') properties[name] = [...(properties[name] ?? []), value];
    }
  };
  const thingOf = (item: Element, depth = 0): Thing => {
    const known = things.get(item);
    if (known) return known;
    const properties: Record<string, Value[]> = {};
    const thing: Thing = { types: words(attribute(item, 'itemtype')).map(plainName), properties };
    things.set(item, thing);
    if (depth > DEEPEST) return thing;
    const id = attribute(item, 'itemid');
    if (id !== undefined) properties['@id'] = [id];
    const referred = words(attribute(item, 'itemref')).flatMap((name) => byId.get(name) ?? []);
    for (const root of [item, ...referred]) {
      if (root !== item) addProperty(root, properties, depth);
      if (root === item || !isItem(root))
        for (const element of elementsIn(root, (one) => !isItem(one)))
          addProperty(element, properties, depth);
    }
    return thing;
  };
  const roots: Thing[] = [];
  // Items without a property are in no other one.
  for (const element of elementsIn(page.root))
    if (isItem(element) && attribute(element, 'itemprop') === undefined) roots.push(thingOf(element));
  return roots;
}
