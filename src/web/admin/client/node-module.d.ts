/** What the catalogue, of which the browser takes types alone, uses of Node. */
declare module 'node:module' {
  export function createRequire(url: string): (name: string) => Readonly<Record<string, string>>;
}
