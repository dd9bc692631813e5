import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';

/** An element of a page. */
export type Element = DefaultTreeAdapterTypes.Element;
type TreeNode = DefaultTreeAdapterTypes.Node;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const isElement = (node: TreeNode): node is Element => 'tagName' in node;
const hasChildren = (node: TreeNode): node is TreeNode & ParentNode => 'childNodes' in node;

/** Returns an attribute of an element; undefined if it has none of that name. */
export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

/** Yields the elements below a node in the order of the page. A loop: pages may be nested deeply. */
export function* elementsIn(
  root: TreeNode & ParentNode,
  enters: (element: Element) => boolean = () => true,
): Generator<Element> {
  const stack: TreeNode[] = [...root.childNodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (enters(node)) for (const child of [...node.childNodes].reverse()) stack.push(child);
  }
}

const SILENT = new Set(['script', 'style', 'template']);
const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Nodes of the largest element whose text is read: a page may nest properties so that each is read many times. */
const MOST_NODES = 5000;

/** Returns the text of an element as a reader sees it, blanks collapsed. */
export function textContent(element: Element): string {
  let text = '';
  let nodes = 0;
  const stack: TreeNode[] = [element];
  for (let node = stack.pop(); node && nodes++ < MOST_NODES; node = stack.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if (isElement(node) && SILENT.has(node.tagName)) continue;
    if (isElement(node) && BREAKS.has(node.tagName)) text += ' ';
    if (hasChildren(node)) for (const child of [...node.childNodes].reverse()) stack.push(child);
  }
  return text.replace(/\s+/gu, ' ').trim();
}

/** Returns the raw text in an element, such as a script. */
export const rawText = (element: Element): string =>
  element.childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');

/** A parsed page. */
export interface WebPage {
  readonly root: DefaultTreeAdapterTypes.Document;
  /** Address against which others are resolved; undefined: nobody knows the page's. */
  readonly base: string | undefined;
  /** The address that the page gives itself. */
  readonly canonical: string | undefined;
  /** Contents of its JSON-LD blocks. */
  readonly blocks: readonly string[];
}

/** Returns an absolute address of the web; undefined if it is none. @param base what a relative one is relative to */
export function webAddress(address: string, base: string | undefined): string | undefined {
  const url = address.trim() === '' ? null : URL.parse(address.trim(), base);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

/** Parses a page. @param address where it was fetched; undefined for a file */
export function parsePage(text: string, address: string | undefined): WebPage {
  const root = parse(text, { scriptingEnabled: false });
  const blocks: string[] = [];
  let base: string | undefined;
  let canonical: string | undefined;
  let named: string | undefined;
  for (const element of elementsIn(root)) {
    const { tagName } = element;
    const href = attribute(element, 'href') ?? '';
    if (
      tagName === html.TAG_NAMES.SCRIPT &&
      /^\s*application\/ld\+json\b/i.test(attribute(element, 'type') ?? '')
    )
      blocks.push(rawText(element));
    else if (tagName === html.TAG_NAMES.BASE) base ??= webAddress(href, address);
    else if (tagName === html.TAG_NAMES.LINK && /\bcanonical\b/i.test(attribute(element, 'rel') ?? ''))
      canonical ??= webAddress(href, address);
    else if (tagName === html.TAG_NAMES.META && attribute(element, 'property') === 'og:url')
      named ??= webAddress(attribute(element, 'content') ?? '', address);
  }
  const own = canonical ?? named ?? address;
  return { root, base: base ?? address ?? own, canonical: own, blocks };
}

/** Returns the addresses that a page links to on its own origin, each once, in the order of the page. */
export function linksOf({ root, base }: WebPage, origin: string): string[] {
  const found = new Set<string>();
  for (const element of elementsIn(root)) {
    if (element.tagName !== 'a' || /\bnofollow\b/i.test(attribute(element, 'rel') ?? '')) continue;
    const url = URL.parse(attribute(element, 'href') ?? '', base);
    if (url?.origin !== origin) continue;
    url.hash = '';
    found.add(url.href);
  }
  return [...found];
}
