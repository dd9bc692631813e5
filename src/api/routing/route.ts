import type { TSchema } from 'typebox';
import type { TokenScope } from '#api/access/scopes.ts';
import type { Call } from '#context.ts';
import type { ErrorCode, Problem } from '#errors.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { RevisedKind } from '#store/db/revisions.ts';
import type { Input, Parameters } from './parameter.ts';

/** A method of a route; HEAD goes with GET, and OPTIONS with every path. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file that came with a request. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** True if the file was over the size limit, so that its end is missing. */
  readonly isCut?: boolean;
}

/** The answer of a handler; `body` becomes JSON. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  /** The body as encoded JSON, instead of `body`. */
  readonly bytes?: Buffer;
  /** The digest of `bytes` for the entity tag, where it is known without hashing them. */
  readonly digest?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The item that is answered and its revision, with which the entity tag ends (contract W1). */
  readonly revisionTag?: string;
  /** Makes the body that a read has of what a write answers, for the entity tag; absent: it is the same. */
  readonly asRead?: () => object;
  /** The media type of another form than JSON, with its parameters; `_fields`, `_envelope` and `_pretty` don't apply to it. */
  readonly type?: string;
  /**
   * The pieces of a body that isn't known whole, instead of `bytes`; `digest` has to tell it from any other. It is read as the
   * client takes it, and left where the client goes.
   */
  readonly pieces?: AsyncIterable<Buffer>;
  /** Bytes that all pieces have at least, as far as that is known: those of a large body aren't gathered for the cache. */
  readonly leastBytes?: number | undefined;
  /** Makes the answer, all of which stands in `digest`, instead of a body: it isn't called for clients that have it. */
  readonly make?: () => Promise<Answer>;
  /** Whether `bytes` has only the members that `_fields` asks for. */
  readonly isPicked?: boolean;
  /** Its language, where another than the request's was decided. */
  readonly language?: Language;
  /** Whether it is about this moment: it is neither cached nor gets validators. */
  readonly isMomentary?: boolean;
  /** Whether it is for one reader alone, though the request itself says nothing of who that is. */
  readonly isPrivate?: boolean;
  /** UTC `YYYY-MM-DD HH:MM:SS` of the last change of what is shown. */
  readonly modifiedUtc?: string;
}

/** The input of a request, read and checked by the route's parameters. */
export interface Received<W, P> {
  readonly path: Input<W>;
  readonly input: Input<P>;
  /** Names of the parameters that were sent, whatever their value (an explicit null too). */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly file: SentFile | undefined;
}

/** An operation of the interface: its documentation for `/doc`, the index, OPTIONS and `Allow`, its permission, and its handler. */
export interface Route<W extends Parameters = Parameters, P extends Parameters = Parameters> {
  /** Key of its summary in the catalogue, and its name in OpenAPI. */
  readonly operation: string;
  readonly methods: readonly Method[];
  /** Canonical path, variables as `{slug}` and, of digits, `{id}` and the like. */
  readonly url: string;
  readonly path: W;
  readonly accepts: P;
  /** The scope that a token needs for it (contract W7); of what anybody may do it is `read`. `write-own`: for own content alone. */
  readonly scope: TokenScope;
  /** The kind of the items that it is about, where they have revisions (contract W1): a write of one may be a part of a batch (W6). */
  readonly revises?: RevisedKind;
  /** The permission of step 7 and of the `Allow` header; parameters are valid by then. */
  allows(call: Call, path: Input<W>): boolean | Promise<boolean>;
  /**
   * Returns the permission for `Allow` where the path names nothing that exists here; absent: nobody may.
   * @param path as sent
   */
  allowsUnknown?(call: Call, path: Readonly<Record<string, unknown>>): boolean | Promise<boolean>;
  handle(call: Call, received: Received<W, P>): Promise<Answer>;
  /**
   * Returns the problems that values have only together or beside what is stored, by parameter: they are answered with
   * those of single parameters. Values that couldn't be read are missing; permission isn't checked yet.
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
   * Whether the answer depends on nothing but the calendar, the caller and what `call.validity` was asked, so that it may
   * be cached.
   */
  readonly isCacheable?: boolean;
  /** The media types of its answer, where that isn't JSON. */
  readonly types?: readonly string[];
  /** Whether it accepts a file, as multipart or as the raw body; `optional`: parameters alone, as JSON or form, will do. */
  readonly upload?: boolean | 'optional';
}

/** Returns the kind of the one item that the path of a route names, where that has a revision (contract W1). */
export const revisedKindOf = ({ revises, path }: Pick<Route, 'revises' | 'path'>): RevisedKind | undefined =>
  Object.keys(path).length > 0 ? revises : undefined;

/** Defines a route with the types of its parameters, and returns it without them, so that all routes fit in one list. */
export function route<W extends Parameters, P extends Parameters>(definition: Route<W, P>): Route {
  return definition as unknown as Route;
}

/** The permission of a route that is open to everybody; `mount` doesn't call it. */
export const anyone = () => true;

/** The permission of a route for whoever is signed in, with what is their own. */
export const signedIn = ({ viewer }: Call): boolean => viewer !== null;
