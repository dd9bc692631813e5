import createClient from 'openapi-fetch';
import { isObject } from '#foundation/text/is-object.ts';
import type { components, paths } from './openapi.d.ts';

/** Schemas of the interface by their names. */
export type Schemas = components['schemas'];

/** The namespace of the interface, below which its paths are; those of the service itself stand beside it. */
const NAMESPACE = '/calendar/events/v1';
const BESIDE = /^\/calendar\/events\/v1(?=\/(?:kalends|batch|wp-json)\b)/;

/** An answer of the interface that refuses, with its texts in the language that was asked for. */
export class InterfaceError extends Error {
  readonly status: number;
  readonly code: string;
  /** Faults of single fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  /** All that the answer says beside its message. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, data: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    const params = isTexts(data['params']) ? Object.entries(data['params']) : [];
    this.fields = Object.fromEntries(params.map(([field, text]) => [field, sentenceOf(field, text)]));
  }
}

/** The absence of an answer: the network, or the service, is away. */
export class OfflineError extends Error {}

/** Statuses of proxies, and of a service whose database is away: what was asked may have been done. */
const UNANSWERED: ReadonlySet<number> = new Set([502, 503, 504]);

/** Returns whether nothing has told what became of a write, so that it has to be sent again as the same one. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof OfflineError ||
  (error instanceof InterfaceError &&
    (UNANSWERED.has(error.status) || error.code === 'rest_idempotency_key_in_use'));

const isTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

/** Returns what is wrong with a field as it stands beside it: without its name, which programs are told. */
function sentenceOf(field: string, text: string): string {
  const said = text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Languages of texts and messages, which the shell sets as the user's is known. */
let language = document.documentElement.lang;

/** Sets the language in which the interface answers. */
export function setInterfaceLanguage(code: string): void {
  language = code;
}

/** Returns the error of an answer; a body that is none of the interface's counts as a failure of the service. */
export async function errorOf(response: Response): Promise<InterfaceError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message, data } = isObject(body) ? body : {};
  return new InterfaceError(
    response.status,
    typeof code === 'string' ? code : 'internal',
    typeof message === 'string' ? message : response.statusText,
    isObject(data) ? data : {},
  );
}

let tellUnauthorized = () => {};

/** Sets what is told of each request that is refused for want of a session. */
export function onUnauthorized(listener: () => void): void {
  tellUnauthorized = listener;
}

/** Notes the status of an answer, or of one within a batch. */
export function noteStatus(status: number): void {
  if (status === 401) tellUnauthorized();
}

/** Sends a request to the interface. @throws InterfaceError where it refuses, OfflineError where nothing answers */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname, search, origin } = new URL(request.url);
  const headers = new Headers(request.headers);
  if (!headers.has('Accept-Language')) headers.set('Accept-Language', language);
  // Not as a request with a body of its own: browsers would stream it, which they do over HTTP/2 alone.
  const body = request.body === null ? null : await request.blob();
  const { method, signal } = request;
  const target = origin + pathname.replace(BESIDE, '') + search;
  const response = await fetch(target, { method, headers, body, signal, credentials: 'same-origin' }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      throw new OfflineError();
    },
  );
  noteStatus(response.status);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** The interface of the service, typed by its own document. Every call throws an `InterfaceError` or an `OfflineError`. */
export const api = createClient<paths>({
  baseUrl: NAMESPACE,
  fetch: send,
  querySerializer: { array: { style: 'form', explode: false } },
});

/** Returns the body of a call, which has thrown where there is none. */
export async function bodyOf<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new InterfaceError(500, 'internal', '', {});
  return data;
}
