/** Content of an element: elements, text, or nothing. */
type Content = Node | string | undefined | false;

/** Creates an element with properties and content. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content.filter((one): one is Node | string => one !== undefined && one !== false));
  return made;
}
