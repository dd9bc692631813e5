import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to a bare program: a list in a window, or an event. */
export type Asked = { start: string; end: string; days: number; perPage: number } | { id: number };

const SINGLE = /\/events\/(\d+)$/;

/** Days without a time, as the measurements send them. */
export function asked(request: IncomingMessage): Asked {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const id = SINGLE.exec(url.pathname)?.[1];
  if (id !== undefined) return { id: Number(id) };
  const query = url.searchParams;
  const start = query.get('start_date') ?? '';
  const end = query.get('end_date') ?? '';
  return {
    start: `${start} 00:00:00`,
    end: `${end} 23:59:59`,
    days: Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000),
    perPage: Number(query.get('per_page') ?? 10),
  };
}

/** Returns the origin that a request names. */
export const originOf = (request: IncomingMessage): string => `http://${request.headers.host}`;

/** Answers with JSON, or with 404 where there is nothing. */
export function answer(response: ServerResponse, body: unknown, status = 200): void {
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=UTF-8',
      'Content-Length': bytes.length,
    })
    .end(bytes);
}
