import type { DocumentedParameter, OpenApi, Operation, Reference, Verb } from '#web/openapi/types.ts';

/** A user and a token, which stay in memory. */
export interface TypedCredentials {
  login: string;
  token: string;
}

/** A field of a request, and its value as text. */
export interface SentField {
  readonly name: string;
  readonly in: DocumentedParameter['in'];
  readonly value: string;
}

/** A request as somebody has filled it in. */
export interface FilledRequest {
  readonly method: Verb;
  /** The path of the operation, with placeholders. */
  readonly path: string;
  readonly fields: readonly SentField[];
  readonly credentials: Readonly<TypedCredentials>;
  /** The body as JSON; '' for none. */
  readonly json: string;
  readonly file: File | undefined;
}

/** Milliseconds after which an answer no longer comes. */
const TIMEOUT_MS = 60_000;

const isReference = (value: DocumentedParameter | Reference): value is Reference => '$ref' in value;

/** Returns the parameters of an operation, shared ones included. */
export function parametersOf(
  { paths, components }: OpenApi,
  path: string,
  { parameters = [] }: Operation,
): DocumentedParameter[] {
  return [...parameters, ...(paths[path]?.parameters ?? [])].flatMap((one) =>
    isReference(one) ? (components.parameters[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)] ?? []) : one,
  );
}

/** Returns what a browser says is wrong with JSON; undefined: nothing is. */
export function faultOf(json: string): string | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the address of a request on the origin of the page, wherever the service says that it is published. */
export function requestAddress({ servers, paths }: OpenApi, { path, fields }: FilledRequest): string {
  const server = (paths[path]?.servers ?? servers)[0]?.url ?? '';
  const base = new URL(server, location.href).pathname.replace(/\/$/, '');
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(fields.find((one) => one.in === 'path' && one.name === name)?.value ?? ''),
  );
  const query = new URLSearchParams(
    fields.filter((one) => one.in === 'query').map(({ name, value }) => [name, value]),
  );
  return `${location.origin}${base}${path === '/' ? '' : filledPath}${query.size > 0 ? `?${query}` : ''}`;
}

/** Returns the value of `Authorization`: of a user, or of a token alone; undefined without either. */
function authorization({ login, token }: Readonly<TypedCredentials>): string | undefined {
  if (login === '' && token === '') return undefined;
  if (login === '') return `Bearer ${token}`;
  const bytes = new TextEncoder().encode(`${login}:${token}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Returns a form with the file and the members of a body. */
function formOf(file: File, json: string): FormData {
  const form = new FormData();
  form.set('file', file);
  const members: unknown = json === '' ? {} : JSON.parse(json);
  for (const [name, value] of Object.entries(members ?? {}))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}

/** Sends a request with the given credentials alone, never with a cookie, past the cache of the browser. */
export function sendRequest(document: OpenApi, request: FilledRequest): Promise<Response> {
  const { method, fields, credentials, json, file } = request;
  const headers = new Headers({ Accept: '*/*' });
  for (const { name, value } of fields.filter((one) => one.in === 'header')) headers.set(name, value);
  const authority = authorization(credentials);
  if (authority !== undefined) headers.set('Authorization', authority);
  if (!file && json !== '') headers.set('Content-Type', 'application/json');
  const body = file ? formOf(file, json) : json;
  return fetch(requestAddress(document, request), {
    method: method.toUpperCase(),
    headers,
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === '' ? {} : { body }),
  });
}
