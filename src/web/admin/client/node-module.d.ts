/** Declares the part of Node that the catalogue uses; the browser takes only its types. */
declare module 'node:module' {
  export function createRequire(url: string): (name: string) => Readonly<Record<string, string>>;
}
