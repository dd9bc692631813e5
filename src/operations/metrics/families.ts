import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { Services } from '#context.ts';
import type { DatabaseStats, ServerStats } from '#store/db/stats.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { counter, gauge, histogram, type Labels, type MetricFamily } from './family.ts';

/** The parts of a process that metrics are read from. */
export interface MetricSources {
  readonly services: Services;
  readonly server: Server;
}

/** Time after which a silent database counts as down. */
const UP_WITHIN_MS = 1_000;
const startedSeconds = Temporal.Now.instant().epochMilliseconds / 1000 - performance.now() / 1000;

/** Returns the metrics of this process, without prom-client's default metrics. */
export async function collectFamilies(sources: MetricSources): Promise<MetricFamily[]> {
  const { services } = sources;
  return [
    ...(await programFamilies(services)),
    ...(await requestFamilies(sources)),
    ...cacheFamilies(services),
    ...databaseFamilies(services.db.stats),
    ...replicaFamilies(services.db.stats),
    ...jobFamilies(services),
  ];
}

/** Returns the calendar's version; undefined if the database does not answer within a second. */
async function knownVersion({ db }: Services): Promise<number | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), UP_WITHIN_MS);
  // Asks the primary itself, since a known version says nothing about its present state.
  const { read } = db.origin ?? db;
  try {
    const asked = read.selectFrom('calendar').select('version').executeTakeFirst();
    return (await Promise.race([asked, late.promise]))?.version;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function programFamilies(services: Services): Promise<MetricFamily[]> {
  const { db } = services;
  const known = await knownVersion(services);
  const info = { version: manifest.version, engine: db.dialect.name, node: process.version };
  return [
    gauge('kalends_build_info', 'The program, always 1.', [[info, 1]], 'max'),
    gauge('kalends_start_time_seconds', 'Unix time at which the process started.', startedSeconds, 'min'),
    gauge(
      'kalends_database_up',
      'Whether the database answers within a second (1) or not (0).',
      known === undefined ? 0 : 1,
      'min',
    ),
    gauge(
      'kalends_calendar_version',
      'How many writes have changed the calendar, as far as the process knows.',
      known ?? [],
      'max',
    ),
  ];
}

async function requestFamilies({ services, server }: MetricSources): Promise<MetricFamily[]> {
  const { requests, limited, droppedConnections } = services.metrics;
  const { errors } = requests;
  const refused = (errors.get('rest_too_many_requests') ?? 0) - limited;
  return [
    counter(
      'kalends_http_requests_total',
      'Requests by route, method, status, and whether the answer was a kept one.',
      requests.counts.map(({ route, method, status, kept, count }) => [
        { route, method, status, kept: String(kept) },
        count,
      ]),
    ),
    histogram(
      'kalends_http_request_duration_seconds',
      'Seconds from the headers of a request to the last byte of its answer.',
      requests.durations.map(({ route, method, durations }) => [{ route, method }, durations]),
    ),
    gauge(
      'kalends_http_requests_in_flight',
      'Requests that are being answered.',
      services.metrics.requests.inFlight,
    ),
    counter('kalends_http_response_bytes_total', 'Bytes of bodies of answers.', requests.bytes),
    counter(
      'kalends_http_requests_aborted_total',
      'Requests whose client was gone before it had the whole answer.',
      requests.aborted,
    ),
    counter(
      'kalends_http_errors_total',
      'Answers that were errors, by their code.',
      [...errors].map(([code, count]) => [{ code }, count]),
    ),
    counter('kalends_http_refused_total', 'Requests refused with 429, by what was used up.', [
      [{ limit: 'requests' }, limited],
      [{ limit: 'guesses' }, Math.max(0, refused)],
    ]),
    gauge(
      'kalends_http_connections',
      'Open connections.',
      await promisify(server.getConnections.bind(server))(),
    ),
    counter(
      'kalends_http_connections_dropped_total',
      'Connections closed because KALENDS_MAX_CONNECTIONS were open.',
      droppedConnections,
    ),
  ];
}

function cacheFamilies(services: Services): MetricFamily[] {
  const { listIndex } = services;
  const caches = [
    ['answers', services.responseCache.stats],
    ['fragments', services.eventJson.stats],
    ['list_index', listIndex.stats],
  ] as const;
  const of = (member: 'hits' | 'misses' | 'evictions' | 'entries' | 'bytes' | 'most') =>
    caches.map(([cache, stats]): [Labels, number] => [{ cache }, stats[member]]);
  return [
    counter('kalends_cache_hits_total', 'What came from memory: answers, events, lists.', of('hits')),
    counter('kalends_cache_misses_total', 'What might have come from memory and did not.', of('misses')),
    counter('kalends_cache_evictions_total', 'What had to make room in memory.', of('evictions')),
    gauge('kalends_cache_entries', 'What is in memory: answers, events, sets of events.', of('entries')),
    gauge('kalends_cache_bytes', 'Bytes that it takes.', of('bytes')),
    gauge('kalends_cache_limit_bytes', 'Bytes that it may take.', of('most')),
    gauge(
      'kalends_list_index_ready',
      'Whether lists come from the index in memory (1) or from the database alone (0).',
      listIndex.columns ? 1 : 0,
      'min',
    ),
    gauge('kalends_list_index_dates', 'Dates of events in the index.', listIndex.stats.dates, 'max'),
    counter(
      'kalends_list_index_loads_total',
      'How often the index was read as a whole.',
      listIndex.stats.loads,
    ),
  ];
}

function databaseFamilies({ primary, replica, ...stats }: DatabaseStats): MetricFamily[] {
  const servers: [Labels, ServerStats][] = [[{ server: 'primary' }, primary]];
  if (replica) servers.push([{ server: 'replica' }, replica]);
  return [
    histogram(
      'kalends_database_query_duration_seconds',
      'Seconds of statements.',
      servers.map(([labels, { queries }]) => [labels, queries]),
    ),
    counter(
      'kalends_database_query_failures_total',
      'Statements that failed.',
      servers.map(([labels, { failedQueries }]) => [labels, failedQueries]),
    ),
    histogram(
      'kalends_database_connection_wait_seconds',
      'Seconds for which a connection was waited for.',
      servers.map(([labels, { connectionWaits }]) => [labels, connectionWaits]),
    ),
    gauge(
      'kalends_database_connections',
      'Connections, and those who wait for one, by state (PostgreSQL).',
      servers.flatMap(([labels, { connections }]) =>
        Object.entries(connections?.() ?? {}).map(([state, n]): [Labels, number] => [
          { ...labels, state },
          n,
        ]),
      ),
    ),
    histogram('kalends_database_write_wait_seconds', 'Seconds for which writes waited for their turn.', [
      [{}, stats.writeWaits],
    ]),
    histogram(
      'kalends_database_write_duration_seconds',
      'Seconds from when a write was asked for until it was on the disk.',
      [[{}, stats.writes]],
    ),
    counter('kalends_database_write_failures_total', 'Writes that failed.', stats.failedWrites),
    counter(
      'kalends_database_retries_total',
      "Attempts that came to nothing and were made again: another process's lock (SQLite), or writes that the server ended (PostgreSQL).",
      stats.retries,
    ),
  ];
}

function replicaFamilies({ replica }: DatabaseStats): MetricFamily[] {
  if (!replica) return [];
  const { reads, refused, isAway, behindBy } = replica;
  return [
    gauge(
      'kalends_replica_up',
      'Whether the replica answers (1) or is left alone (0).',
      isAway ? 0 : 1,
      'min',
    ),
    counter('kalends_replica_reads_total', 'Requests that read from the replica.', reads),
    counter(
      'kalends_replica_fallbacks_total',
      'Requests that read from the primary instead, by the reason.',
      Object.entries(refused).map(([reason, n]) => [{ reason }, n]),
    ),
    gauge(
      'kalends_replica_behind_writes',
      'Writes that the replica lacked when it was asked last.',
      behindBy,
      'max',
    ),
  ];
}

function jobFamilies({ metrics: { jobs } }: Services): MetricFamily[] {
  const all = [...jobs.all];
  return [
    counter(
      'kalends_job_runs_total',
      'Runs of scheduled work, by how they ended.',
      all.flatMap(([job, { succeeded, failed }]): [Labels, number][] => [
        [{ job_name: job, result: 'success' }, succeeded],
        [{ job_name: job, result: 'failure' }, failed],
      ]),
    ),
    gauge(
      'kalends_job_last_success_timestamp_seconds',
      'Unix time at which scheduled work last ended well.',
      all.flatMap(([job, { lastSuccess }]): [Labels, number][] =>
        lastSuccess === undefined ? [] : [[{ job_name: job }, lastSuccess]],
      ),
      'max',
    ),
    gauge(
      'kalends_job_last_duration_seconds',
      'Seconds that scheduled work last took.',
      all.map(([job, { lastSeconds }]) => [{ job_name: job }, lastSeconds]),
      'max',
    ),
  ];
}
