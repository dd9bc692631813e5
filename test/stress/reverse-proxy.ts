import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeAtExit } from '../support/program.ts';
import { freePort } from '../support/server.ts';

/** The reverse proxies for which `deploy/` has a configuration. */
export const proxies = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof proxies)[number];

/** A reverse proxy before nodes, run by its file in `deploy/`. */
export interface ReverseProxy {
  /** Its origin, with TLS. */
  readonly url: string;
  /** That without TLS, which only redirects. */
  readonly plainUrl: string;
  /** The certificate that clients have to trust. */
  readonly certificate: string;
  /** The name for which that is. */
  readonly host: string;
  /** For each request its path and what the cache did (nginx). */
  log(): string;
  stop(): Promise<void>;
}

const READY_MS = 60_000;
const DEPLOY = path.join(import.meta.dirname, '..', '..', 'deploy');
const EXAMPLE = 'calendar.example.org';

const has = (program: string, argument: string) => {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Why a reverse proxy can't be run on this machine; undefined: it can. */
export function missing(name: ProxyName): string | undefined {
  if (!has('openssl', 'version')) return 'there is no openssl on this machine';
  if (!has(name, name === 'nginx' ? '-v' : 'version')) return `there is no ${name} on this machine`;
  return undefined;
}

/** A file of `deploy/` with other places in it. @throws Error where one isn't in it */
function adapted(file: string, changes: readonly (readonly [string, string])[]): string {
  let text = readFileSync(path.join(DEPLOY, file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

interface Places {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly certificate: string;
  readonly key: string;
  readonly nodes: readonly string[];
}

async function nginxArguments({ folder, port, plainPort, certificate, key, nodes }: Places) {
  const [one = '', two = ''] = nodes;
  const site = adapted('nginx.conf', [
    ['127.0.0.1:8081', one],
    ['127.0.0.1:8082', two],
    ['127.0.0.1:8079', `127.0.0.1:${await freePort()}`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['    listen [::]:443 ssl http2;\n', ''],
    [`/etc/letsencrypt/live/${EXAMPLE}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${EXAMPLE}/privkey.pem`, key],
    ['/var/cache/nginx/kalends', path.join(folder, 'cache')],
  ]);
  writeFileSync(path.join(folder, 'kalends.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${path.join(folder, kind)};`,
  );
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid ${path.join(folder, 'pid')};`,
    'error_log stderr warn;',
    'events { worker_connections 512; }',
    'http {',
    ...temporary,
    `  log_format cached '$remote_addr $request_method $request_uri $status $upstream_cache_status';`,
    `  access_log ${path.join(folder, 'access.log')} cached;`,
    `  include ${path.join(folder, 'kalends.conf')};`,
    '}',
  ];
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, `${main.join('\n')}\n`);
  return ['-p', folder, '-c', file];
}

function caddyArguments({ folder, port, plainPort, certificate, key, nodes }: Places) {
  const [one = '', two = ''] = nodes;
  const site = adapted('Caddyfile', [
    ['127.0.0.1:8081', one],
    ['127.0.0.1:8082', two],
    // Caddy would ask an authority for a certificate of the name.
    [`\n${EXAMPLE} {\n`, `\nhttps://${EXAMPLE}:${port} {\n\ttls ${certificate} ${key}\n`],
  ]);
  const options = `{\n\tadmin off\n\tstorage file_system ${folder}\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n}\n`;
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, options + site);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

/** Whether somebody listens on a port of this machine. */
async function reachable(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts one before two nodes (origins), on free ports of this machine. */
export async function startReverseProxy(name: ProxyName, origins: readonly string[]): Promise<ReverseProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), `kalends-${name}-`));
  const removal = removeAtExit(folder);
  mkdirSync(path.join(folder, 'cache'));
  const certificate = path.join(folder, 'certificate.pem');
  const key = path.join(folder, 'key.pem');
  const subject = ['-subj', `/CN=${EXAMPLE}`, '-addext', `subjectAltName=DNS:${EXAMPLE},IP:127.0.0.1`];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const port = await freePort();
  const plainPort = await freePort();
  const nodes = origins.map((origin) => new URL(origin).host);
  const places = { folder, port, plainPort, certificate, key, nodes };
  const args = name === 'nginx' ? await nginxArguments(places) : caddyArguments(places);
  const child: ChildProcess = spawn(name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = once(child, 'close');
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-8_000);
  });
  const kill = () => child.kill('SIGTERM');
  process.on('exit', kill);
  for (const until = performance.now() + READY_MS; !(await reachable(port)); await pause(50))
    if (child.exitCode !== null || performance.now() > until) {
      kill();
      throw new Error(`${name} did not start.\n${printed}`);
    }
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    certificate: readFileSync(certificate, 'utf8'),
    host: EXAMPLE,
    log: () => (name === 'nginx' ? readFileSync(path.join(folder, 'access.log'), 'utf8') : printed),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.removeListener('exit', kill);
      rmSync(folder, { recursive: true, force: true });
      removal.forget();
    },
  };
}
