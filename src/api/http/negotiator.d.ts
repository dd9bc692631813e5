// The types that are published for `negotiator` lack its preferences.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    /** Returns those available that `Accept-Encoding` takes, the best first; among equals, in the order of `preferred`. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
