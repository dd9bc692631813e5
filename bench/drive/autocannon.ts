// Run as a program of its own: a load on standard input, what came of it on standard output.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { filled, isVaried, type Load } from './plan.ts';

const { plan, url, connections, seconds, first }: Load = JSON.parse(await text(process.stdin));
let n = first;
const { method, headers, path, body, lists } = plan;
const isFixed = !isVaried(plan);

// Its own histogram knows whole milliseconds alone.
const latencies: number[] = [];
const options: autocannon.Options = {
  url: url + (isFixed ? path : ''),
  connections,
  duration: seconds,
  timeout: 30,
  requests: [
    isFixed
      ? { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) }
      : {
          method,
          headers: { ...headers },
          setupRequest(request) {
            const number = n++;
            const sent = { ...request, path: filled(path, lists, number) };
            return body === undefined ? sent : { ...sent, body: filled(body, lists, number) };
          },
        },
  ],
};
const result = await new Promise<autocannon.Result>((resolve, reject) => {
  const running = autocannon(options, (error, told) => (error ? reject(error) : resolve(told)));
  running.on('response', (_client, _status, _bytes, ms) => {
    latencies.push(ms);
  });
});
latencies.sort((a, b) => a - b);
const part = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
const driven = {
  requests: result.requests.total,
  seconds: result.duration,
  bytes: result.throughput.total,
  // A 304 isn't of the two hundreds, and is what was asked for.
  faults:
    result.non2xx - (headers['If-None-Match'] ? (result['3xx'] ?? 0) : 0) + result.errors + result.timeouts,
  kinds: `status ${result.non2xx}, connection ${result.errors}, timeout ${result.timeouts}`,
  p50Ms: part(0.5),
  p99Ms: part(0.99),
};
process.stdout.write(`${JSON.stringify({ driven })}\n`);
