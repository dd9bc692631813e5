import { closedDates, type OpeningHours } from '#calendar/events/visitors/opening-hours.ts';
import { openingLines } from '#calendar/events/visitors/opening-lines.ts';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { decodeAttribute, decodeText, plainText, stripTags } from '#foundation/text/markup.ts';
import type { FeedItem } from './items.ts';

/** Matches what begins or ends a link or a list item; the paragraph that begins an item is a part of it. */
const MARKS = /<a\s[^<>]*>|<\/a>|<li\b[^<>]*>(?: ?<p\b[^<>]*>)?|<\/li>/gi;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Returns the target of a link as others can follow it; '' where it has none. */
function targetOf(tag: string, page: string): string {
  const [, double, single] = /\shref=(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  const target = decodeAttribute(double ?? single ?? '').trim();
  if (target === '' || SCHEME.test(target)) return target;
  return URL.parse(target, page)?.href ?? target;
}

/** Returns HTML with the targets of its links as text, `text (address)`, and its list items marked with `- ` (contract F3). */
function markedHtml(html: string, page: string): string {
  let target = '';
  let from = 0;
  return html.replace(MARKS, (tag, at: number) => {
    if (/^<li/i.test(tag)) return '<li>- ';
    if (/^<\/li/i.test(tag)) return '';
    if (/^<a/i.test(tag)) {
      target = targetOf(tag, page);
      from = at + tag.length;
      return '';
    }
    const [address, text] = target === '' ? ['', ''] : [target, plainText(html.slice(from, at))];
    target = '';
    const isShown = text === address || text === address.replace(/^(?:mailto|tel):/i, '');
    const shown = text === '' ? address : ` (${address})`;
    return isShown ? '' : shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  });
}

/** Returns HTML as plain text that keeps its lines: blocks and breaks end one, blanks within are collapsed. @param page the address that relative ones go by */
function plainLines(html: string, page: string): string {
  if (html === '') return '';
  return decodeText(stripTags(markedHtml(html.replace(/\s+/gu, ' '), page), '\n'))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns opening hours in lines of a language; most events have none. */
function openingText(hours: OpeningHours, language: Language): string[] {
  if (hours.length === 0) return [];
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const lines = openingLines(hours, {
    daily: translate(language, message('page.opening.daily')),
    weekday: (day) => weekday.format(Temporal.PlainDate.from(day)),
    time: (time) => time,
  }).map((line) => translate(language, message('page.opening.line', { ...line })));
  const closed = closedDates(hours).map((day) => date.format(Temporal.PlainDate.from(day)));
  if (closed.length === 0) return lines;
  return [...lines, translate(language, message('page.opening.closed_on', { dates: closed.join('; ') }))];
}

/** Returns what an event tells its visitors as plain text: its description, and when the doors open and whom it suits below. */
export function visitorText({ event, language }: FeedItem): string {
  const { door_time: time, opening_hours: hours, accessibility, accessibility_note } = event;
  const doors = time && translate(language, message('feed.doors', { time }));
  const features = accessibility.map((name) => translate(language, message(`page.accessibility.${name}`)));
  const facts = [doors, ...openingText(hours, language), features.join(', '), plainText(accessibility_note)]
    .filter(Boolean)
    .join('\n');
  return [plainLines(event.description, event.url), facts].filter(Boolean).join('\n\n');
}
