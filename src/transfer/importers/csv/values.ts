import { fold } from '#foundation/text/fold.ts';
import type { EventStatus } from '#store/db/tables.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const YES = words('yes y true 1 x on ja j wahr si s verdadero v ✓ ✔ ☑');
const NO = words('no n false 0 off nein falsch f falso ☐');

/** Reads a yes or no in any of the languages; undefined for anything else. */
export function readFlag(cell: string): boolean | undefined {
  const word = fold(cell);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

const statusWords: ReadonlyMap<string, string> = new Map([
  ['publish', 'publish'],
  ['published', 'publish'],
  ['public', 'publish'],
  ['veroffentlicht', 'publish'],
  ['veroeffentlicht', 'publish'],
  ['publicado', 'publish'],
  ['publicada', 'publish'],
  ['future', 'future'],
  ['scheduled', 'future'],
  ['geplant', 'future'],
  ['programado', 'future'],
  ['draft', 'draft'],
  ['entwurf', 'draft'],
  ['borrador', 'draft'],
  ['pending', 'pending'],
  ['pending review', 'pending'],
  ['ausstehend', 'pending'],
  ['pendiente', 'pending'],
  ['private', 'private'],
  ['privat', 'private'],
  ['privado', 'private'],
]);

/** Reads a status of publication; undefined for a word that is none. */
export const readStatus = (cell: string): string | undefined => statusWords.get(fold(cell));

const eventStatusWords: ReadonlyMap<string, EventStatus> = new Map([
  ['scheduled', 'scheduled'],
  ['confirmed', 'scheduled'],
  ['findet statt', 'scheduled'],
  ['confirmado', 'scheduled'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['abgesagt', 'canceled'],
  ['entfallt', 'canceled'],
  ['cancelado', 'canceled'],
  ['cancelada', 'canceled'],
  ['postponed', 'postponed'],
  ['verschoben', 'postponed'],
  ['aplazado', 'postponed'],
  ['aplazada', 'postponed'],
  ['rescheduled', 'rescheduled'],
  ['verlegt', 'rescheduled'],
  ['reprogramado', 'rescheduled'],
  ['reprogramada', 'rescheduled'],
  ['moved-online', 'moved-online'],
  ['moved online', 'moved-online'],
]);

/** Reads the status of an event; undefined for a word that is none. */
export const readEventStatus = (cell: string): EventStatus | undefined => eventStatusWords.get(fold(cell));

const AMOUNT = /^\d+(?:[.,]\d+)*$/;

/** Returns a cost as a request would send it: a bare amount with the currency that other columns name. */
export function costFrom(
  cost: string,
  { symbol, code, position }: { readonly symbol: string; readonly code: string; readonly position: string },
): string {
  if (!AMOUNT.test(cost) || Number(cost) === 0) return cost;
  if (symbol === '') return code === '' ? cost : `${cost} ${code}`;
  return /^(?:postfix|suffix|after|right)$/i.test(position) ? `${cost} ${symbol}` : `${symbol}${cost}`;
}

/** Reads opening hours as our CSV has them: `Mo,Tu 10:00-18:00; closed 2027-01-01`. Undefined for anything else. */
export function readOpeningHours(cell: string): Readonly<Record<string, unknown>>[] | undefined {
  const entries = cell.split(';').map((entry) => {
    const [, date] = /^\s*closed (\d{4}-\d\d-\d\d)\s*$/.exec(entry) ?? [];
    if (date !== undefined) return { closed: [date] };
    const [, days, opens, closes] = /^\s*([A-Za-z,]+) (\d\d:\d\d)-(\d\d:\d\d)\s*$/.exec(entry) ?? [];
    return days === undefined ? undefined : { days: days.split(','), opens, closes };
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}
