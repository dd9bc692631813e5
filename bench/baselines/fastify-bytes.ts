// Fastify sending the bytes of an answer, with its headers, and nothing else, and 304 with the headers of that. Both are read
// from the file named on the command line: JSON with `headers`, the body in base64 and the headers `unchanged`.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { listening } from './listening.ts';

const kept: { headers: Record<string, string>; body: string; unchanged: Record<string, string> } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
);
const body = Buffer.from(kept.body, 'base64');

const app = Fastify();
app.get('/bytes', (_request, reply) => {
  reply.headers(kept.headers).send(body);
});
app.get('/unchanged', (_request, reply) => {
  reply.code(304).headers(kept.unchanged).send();
});
await app.listen({ host: '127.0.0.1', port: 0 });
listening(app.server, () => app.close());
