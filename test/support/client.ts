import { AssertionError } from 'node:assert';
import { Agent, request } from 'undici';
import { at, isObject, type Json, type JsonObject, parseJson } from './json.ts';

/** A request's body; anything but text, bytes and forms is sent as JSON. */
export type Body = Json | object | Uint8Array | URLSearchParams | FormData | undefined;

/** Header names (any case) to values; undefined leaves out a header that the client would send by itself. */
export type RequestHeaders = Record<string, string | undefined>;

/** An answer of the service, with assertions. */
export type Answer = {
  status: number;
  /** Names in lower case; a header sent more than once is joined with `, `. */
  headers: Record<string, string>;
  /** The parsed body, undefined where it is not JSON. */
  body: Json | undefined;
  text: string;
  /** The member at a dotted path of the body (`events.0.title`), undefined where there is none. */
  at(path: string): Json | undefined;
  /** The list of objects at `path`; throws where there is none. */
  rows(path: string): JsonObject[];
  /** The numeric `id` of the body; throws where there is none. */
  id(): number;
  /** This answer, if it has that status; else throws with what was asked and answered. */
  expect(status: number): Answer;
};

/** A request as it was sent, with its answer. */
export type Exchange = {
  method: string;
  url: string;
  requestHeaders: Record<string, string>;
  requestBody: Body;
  answer: Answer;
};

/** Sees each exchange before the caller does; what it throws, the caller's request throws. */
export type Observer = (exchange: Exchange) => void | Promise<void>;

/**
 * Sends requests with one role's credentials. A path that begins with `/` lies below `/calendar/events/v1` of the
 * service, one that begins with `http` is taken as it is. Redirects are not followed.
 */
export type Client = {
  get(path: string, body?: Body, headers?: RequestHeaders): Promise<Answer>;
  post(path: string, body?: Body, headers?: RequestHeaders): Promise<Answer>;
  put(path: string, body?: Body, headers?: RequestHeaders): Promise<Answer>;
  patch(path: string, body?: Body, headers?: RequestHeaders): Promise<Answer>;
  delete(path: string, body?: Body, headers?: RequestHeaders): Promise<Answer>;
  /** Sends a request of any method. */
  send(method: string, path: string, body?: Body, headers?: RequestHeaders): Promise<Answer>;
};

const ROOT = '/calendar/events/v1';
let observer: Observer | undefined;
const agent = new Agent({ keepAliveTimeout: 1_000, headersTimeout: 60_000, bodyTimeout: 60_000 });

/** Has every exchange of every client in this process handed to `observe`; undefined ends that. */
export function setObserver(observe: Observer | undefined): void {
  observer = observe;
}

/** A client of the service at `origin()` (asked at each request, since a restart moves it). */
export function createClient(origin: () => string, authorization?: string): Client {
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const url = path.startsWith('http') ? path : `${origin()}${ROOT}${path}`;
    const [content, type] = await encode(body);
    const requestHeaders: Record<string, string> = {};
    const wanted = { accept: '*/*', authorization, 'content-type': type, ...lowerCase(headers) };
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) requestHeaders[name] = value;

    const response = await request(url, {
      method,
      headers: requestHeaders,
      body: content ?? null,
      dispatcher: agent,
    });
    const answer = createAnswer(
      `${method} ${url}`,
      response.statusCode,
      joined(response.headers),
      await response.body.text(),
    );
    await observer?.({ method, url, requestHeaders, requestBody: body, answer });
    return answer;
  };
  return {
    send,
    get: (path, body, headers) => send('GET', path, body, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

async function encode(body: Body): Promise<[string | Uint8Array | undefined, string | undefined]> {
  if (body === undefined) return [undefined, undefined];
  if (typeof body === 'string' || body instanceof Uint8Array) return [body, undefined];
  if (body instanceof URLSearchParams || body instanceof FormData) {
    const form = new Response(body);
    return [new Uint8Array(await form.arrayBuffer()), form.headers.get('content-type') ?? undefined];
  }
  return [JSON.stringify(body), 'application/json'];
}

function createAnswer(asked: string, status: number, headers: Record<string, string>, text: string): Answer {
  const body = parseJson(text);
  const fail = (what: string): never => {
    throw new AssertionError({ message: `${asked}: ${what}; answered ${status} ${text.slice(0, 2_000)}` });
  };
  const answer: Answer = {
    status,
    headers,
    body,
    text,
    at: (path) => at(body, path),
    rows: (path) => {
      const rows = at(body, path);
      return Array.isArray(rows) ? rows.filter(isObject) : fail(`no list ${path}`);
    },
    id: () => {
      const id = at(body, 'id');
      return typeof id === 'number' ? id : fail('no id');
    },
    expect: (wanted) => (status === wanted ? answer : fail(`expected status ${wanted}`)),
  };
  return answer;
}

function lowerCase(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) out[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return out;
}
