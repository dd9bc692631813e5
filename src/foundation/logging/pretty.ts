/** The levels by their numbers, as a person reads them, and their colours on a terminal (ECMA-48 SGR). */
const LEVELS: Readonly<Record<number, readonly [name: string, color: number]>> = {
  10: ['TRACE', 90],
  20: ['DEBUG', 90],
  30: ['INFO', 32],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
};
const INFO = 30;
const DIM = 90;

/** Members of any line that are told in a place of their own, or say nothing new to whoever sits at the terminal. */
const PLACED = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);
/** Members of a line about a request that are told in a place of their own. */
const OF_REQUEST = new Set('method url route status duration_ms bytes user client request_id'.split(' '));
/** Matches characters that would move the cursor, end the line or turn the text around. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const FRAMES = 4;
const KIBIBYTE = 1024;

type Line = Readonly<Record<string, unknown>>;
const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null;

/**
 * Returns a line of the log as people read it on a terminal: the machine's clock, the level and what happened, in one
 * line. What is no JSON stays as it is.
 */
export function prettyLine(json: string, { colors }: { colors: boolean }): string {
  const line = parse(json);
  if (!line) return json;
  const paint = (color: number, text: string) =>
    colors && text !== '' ? `\u001b[${color}m${printable(text)}\u001b[0m` : printable(text);
  const [level, color] = LEVELS[Number(line['level'])] ?? ['', DIM];
  const isRequest = typeof line['method'] === 'string';
  const parts = [
    paint(DIM, clockOf(Number(line['time']))),
    paint(color, level.padEnd(5)),
    // Of most requests nothing is to be said but what they were.
    isRequest && line['level'] === INFO ? '' : paint(0, String(line['msg'] ?? '')),
    isRequest ? paint(0, requestText(line)) : '',
    paint(color, errorText(line['err'])),
    paint(DIM, restText(line, isRequest)),
  ];
  return `${parts.filter((part) => part !== '').join(' ')}\n`;
}

function parse(json: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const printable = (text: string) =>
  text.replace(UNPRINTABLE, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

function clockOf(ms: number): string {
  if (!Number.isFinite(ms)) return '';
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(Temporal.Now.timeZoneId());
  return local.toPlainTime().toString({ smallestUnit: 'millisecond' });
}

/** `GET /calendar/events/v1/events 200 3.1 ms 12 kB ada 192.0.2.7 #1f2e3d4c`. */
function requestText({ method, url, status, duration_ms: ms, bytes, user, client, request_id: id }: Line) {
  return [
    method,
    url,
    status,
    typeof ms === 'number' ? `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms` : undefined,
    typeof bytes === 'number' ? sizeText(bytes) : undefined,
    user,
    client,
    typeof id === 'string' ? `#${id}` : undefined,
  ]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join(' ');
}

const sizeText = (bytes: number) =>
  bytes < KIBIBYTE ? `${bytes} B` : `${(bytes / KIBIBYTE).toFixed(1)} KiB`;

/** Returns an error's name, message and place in one line. */
function errorText(error: unknown): string {
  if (!isLine(error)) return '';
  const frames = String(error['stack'] ?? '')
    .split('\n')
    .map((frame) => frame.trim())
    .filter((frame) => frame.startsWith('at '))
    .slice(0, FRAMES);
  return [`${String(error['type'] ?? 'Error')}: ${String(error['message'] ?? '')}`, ...frames].join(' ');
}

function restText(line: Line, isRequest: boolean): string {
  return Object.entries(line)
    .filter(([name, value]) => value !== null && value !== false && !PLACED.has(name))
    .filter(([name]) => !(isRequest && OF_REQUEST.has(name)))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}
