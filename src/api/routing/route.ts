import type { TSchema } from 'typebox';
import type { Call } from '#context.ts';
import type { ErrorCode, Problem } from '#errors.ts';
import type { Input, Parameters } from './parameter.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file that came with a request. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a handler gives back; `body` becomes JSON. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  /** The body as JSON already, instead of `body`. */
  readonly bytes?: Buffer;
  /** What tells `bytes` from others, where that is known without reading them. */
  readonly digest?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `bytes` has the members alone that `_fields` asks for. */
  readonly isPicked?: boolean;
  /** It tells of this moment: nobody may keep it, nor ask whether it has changed. */
  readonly isMomentary?: boolean;
  /** UTC `YYYY-MM-DD HH:MM:SS` of the last change of what is shown. */
  readonly modifiedUtc?: string;
}

/** What a request brought, read and checked. */
export interface Received<W, P> {
  readonly path: Input<W>;
  readonly input: Input<P>;
  /** Names of the parameters that were sent, whatever their value (an explicit null too). */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly file: SentFile | undefined;
}

/** One operation of the interface: what `/doc`, the index, OPTIONS and `Allow` say of it, and what it does. */
export interface Route<W extends Parameters = Parameters, P extends Parameters = Parameters> {
  /** Key of its summary in the catalogue, and its name in OpenAPI. */
  readonly operation: string;
  readonly methods: readonly Method[];
  /** Canonical path, variables as `{slug}` and, of digits, `{id}` and the like. */
  readonly url: string;
  readonly path: W;
  readonly accepts: P;
  /** The permission of step 7 and of the `Allow` header; parameters are valid by then. */
  allows(call: Call, path: Input<W>): boolean | Promise<boolean>;
  /**
   * The same for `Allow` where the path names nothing that is served here, which is a wrong parameter; absent: nobody.
   * @param path as sent
   */
  allowsUnknown?(call: Call, path: Readonly<Record<string, unknown>>): boolean | Promise<boolean>;
  handle(call: Call, received: Received<W, P>): Promise<Answer>;
  /**
   * What is wrong with values only beside each other or beside what is stored, by parameter: told together with all
   * else that is wrong. Values that couldn't be read are missing; permission is not looked at yet.
   */
  readonly validate?: (
    call: Call,
    read: { path: Partial<Input<W>>; input: Partial<Input<P>> },
    sent: Readonly<Record<string, unknown>>,
  ) => Promise<Record<string, Problem>>;
  /** For the documentation: schema of each success, and the errors beside those any route may give. */
  readonly answers: Readonly<Record<number, TSchema>>;
  readonly errors: readonly ErrorCode[];
  /**
   * The answer is a matter of the calendar, the caller and what `call.validity` was asked, and of nothing else: it may
   * be kept.
   */
  readonly isCacheable?: boolean;
  /** Takes a file, as multipart or as the raw body. */
  readonly upload?: boolean;
}

/** Gives a route its types, then forgets them, so that routes of all shapes stand in one list. */
export function route<W extends Parameters, P extends Parameters>(definition: Route<W, P>): Route {
  return definition as unknown as Route;
}

/** Everybody may. */
export const anyone = () => true;
