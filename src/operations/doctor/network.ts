import type { Config } from '#config.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { checkPortFree } from '#foundation/network/port.ts';
import { proxyTest } from '#foundation/network/proxies.ts';
import { ARRIVAL, type Arrival } from '#operations/health/arrival.ts';
import { type Finding, fine, wrong } from './finding.ts';

const WITHIN_MS = 5_000;
/** An address reserved for documentation (RFC 5737), which no client has. */
const SPOOFED = '203.0.113.77';
const LIVE = '/kalends/v1/health/live';
const SKEW_MS = 5_000;

/** A response to a probe; `body` is undefined if it is not JSON. */
interface ProbeResponse {
  readonly status: number;
  readonly body: unknown;
  readonly date: string | null;
  readonly location: string | null;
}

async function request(url: string, headers: Record<string, string> = {}): Promise<ProbeResponse> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return {
    status: response.status,
    body,
    date: response.headers.get('date'),
    location: response.headers.get('location'),
  };
}

const member = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
const isKalends = ({ body }: ProbeResponse) => member(body, 'status') === 'ok';
/** Returns why `fetch` failed, which stands in the error's cause. */
const reason = (error: unknown) =>
  reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error);

function asArrival(body: unknown): Arrival | undefined {
  const [client, forwarded, protocol, host] = ['client', 'forwarded', 'protocol', 'host'].map((name) =>
    member(body, name),
  );
  if (typeof client !== 'string' || typeof protocol !== 'string' || typeof host !== 'string')
    return undefined;
  if (forwarded !== 'none' && forwarded !== 'trusted' && forwarded !== 'ignored') return undefined;
  return { client, forwarded, protocol, host };
}

/** Returns the address at which this machine reaches the service. */
function ownAddress({ host, port }: Config): string {
  const reached = /^(0\.0\.0\.0|::)$/.test(host) ? (host === '::' ? '::1' : '127.0.0.1') : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** Checks who listens on the port: this service, nobody, or another program. */
export async function checkPort(config: Config, version: string): Promise<Finding[]> {
  const { port } = config;
  const address = ownAddress(config);
  if (port !== 0)
    try {
      const response = await request(address + LIVE);
      if (!isKalends(response)) return [wrong('error', 'port', 'port_taken', { address })];
      const running = member(response.body, 'version');
      if (typeof running === 'string' && running !== version)
        return [wrong('warning', 'port', 'other_version', { address, running, version })];
      return [fine('port', 'serving', { address })];
    } catch {
      // Nobody answers, but the port may still be taken.
    }
  try {
    await checkPortFree(config);
    return [fine('port', 'port_free', { address })];
  } catch (error) {
    return [wrong('error', 'port', 'port_refused', { address, reason: reasonOf(error) })];
  }
}

/** Requests the service by its public address, and checks how the proxies in front pass the request on. */
export async function checkProxy({ publicUrl, trustProxy }: Config): Promise<Finding[]> {
  if (publicUrl === undefined) return [fine('proxy', 'no_public_url')];
  const url = publicUrl;
  let response: ProbeResponse;
  let forwardedResponse: ProbeResponse;
  let plainResponse: ProbeResponse;
  try {
    response = await request(url + LIVE);
    forwardedResponse = await request(url + ARRIVAL, { 'x-forwarded-for': SPOOFED });
    plainResponse = await request(url + ARRIVAL);
  } catch (error) {
    return [wrong('error', 'proxy', 'public_unreachable', { url, reason: reason(error) })];
  }
  if (response.location !== null)
    return [wrong('error', 'proxy', 'public_redirects', { url, location: response.location })];
  if (!isKalends(response))
    return [wrong('error', 'proxy', 'public_other', { url, status: response.status })];
  const findings: Finding[] = [];
  const skew =
    response.date === null ? 0 : Temporal.Now.instant().epochMilliseconds - httpDateMs(response.date);
  if (Math.abs(skew) > SKEW_MS)
    findings.push(
      wrong('warning', 'clock', 'clock_public', { url, seconds: Math.round(Math.abs(skew) / 1000) }),
    );
  const arrival = asArrival(forwardedResponse.body);
  if (!arrival) return [...findings, wrong('warning', 'proxy', 'public_older', { url })];
  const { forwarded, protocol } = arrival;
  const client = asArrival(plainResponse.body)?.client ?? arrival.client;
  // A client in a trusted network, as this program may be, counts as one more proxy.
  const asProxy = Array.isArray(trustProxy) && proxyTest(trustProxy)(client, 1);
  const isSecure = url.startsWith('https:');
  if (forwarded === 'ignored') findings.push(wrong('error', 'proxy', 'client_ignored', { client }));
  else if (arrival.client === SPOOFED && !asProxy) findings.push(wrong('error', 'proxy', 'client_spoofed'));
  else if (forwarded === 'none' && isSecure)
    findings.push(wrong('error', 'proxy', 'client_hidden', { client }));
  if (isSecure && forwarded === 'trusted' && protocol !== 'https')
    findings.push(wrong('warning', 'proxy', 'protocol_lost', { url }));
  if (findings.length === 0) findings.push(fine('proxy', 'proxy', { url, client }));
  return findings;
}

/** An HTTP date (RFC 9110 §5.6.7) as Unix milliseconds. */
const httpDateMs = (text: string): number => Date.parse(text);
