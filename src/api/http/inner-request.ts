/** A file of a request that another one brings. */
export interface InnerFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A request that another one brings. */
export interface InnerRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, with the query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** A file beside the body, which is sent as a form then. */
  readonly file?: InnerFile | undefined;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answer to it; `body` is what its JSON says. */
export interface InnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}
