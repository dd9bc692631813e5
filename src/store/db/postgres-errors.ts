import { type ErrorCode, KalendsError } from '#errors.ts';

const RETRY_AFTER_SECONDS = '5';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Another transaction won (SQLSTATE class 40), or a statement isn't known: the same work may be done again. */
export const mayBeDoneAgain = (error: unknown) => /^40(001|P01)$/.test(codeOf(error)) || isForgotten(error);

/**
 * The server is not there, is stopping, only to be read, or full (SQLSTATE classes 08, 53, 57, 25006), or the connection
 * broke (codes of the system, texts of the driver).
 */
function isUnreachable(error: unknown): boolean {
  if (/^(08...|53...|57P0[1-5]|57014|25006|25P0[34]|55P03)$/.test(codeOf(error)) || mayBeDoneAgain(error))
    return true;
  if (/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/.test(codeOf(error)))
    return true;
  const text = error instanceof Error ? error.message : '';
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed)/.test(
    text,
  );
}

/** A driver's error as ours, where a client can do something about it by waiting. */
export function asUnavailable(error: unknown): unknown {
  return isUnreachable(error) ? unavailable(error) : error;
}

/** SQLSTATEs that clients are told apart from a server that can't be reached. */
const codes: Readonly<Record<string, ErrorCode>> = {
  '53100': 'rest_storage_full',
  '25006': 'rest_read_only',
};

/** Returns what an error of the driver is to clients, `rest_unavailable` where nothing more is known: to be tried again in five seconds. */
export function unavailable(cause: unknown): KalendsError {
  return new KalendsError(codes[codeOf(cause)] ?? 'rest_unavailable', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    cause,
  });
}

/** The server doesn't know a statement by the name that it was given, or knows another form of its answer. */
export const isForgotten = (error: unknown) =>
  /^(26000|42P05)$/.test(codeOf(error)) ||
  (codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan'));
