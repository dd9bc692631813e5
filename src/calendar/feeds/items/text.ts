import { message, translate } from '#foundation/i18n/catalogue.ts';
import { decodeText, plainText, stripTags } from '#foundation/text/markup.ts';
import type { FeedItem } from './items.ts';

/** Returns HTML as plain text that keeps its lines: blocks and breaks end one, blanks within are collapsed. */
export function plainLines(html: string): string {
  if (html === '') return '';
  return decodeText(stripTags(html.replace(/\s+/gu, ' '), '\n'))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns what an event tells its visitors as plain text: its description, and when the doors open and whom it suits below. */
export function visitorText({ event, language }: FeedItem): string {
  const { door_time: time, accessibility, accessibility_note } = event;
  const doors = time && translate(language, message('feed.doors', { time }));
  const features = accessibility.map((name) => translate(language, message(`page.accessibility.${name}`)));
  const facts = [doors, features.join(', '), plainText(accessibility_note)].filter(Boolean).join('\n');
  return [plainLines(event.description), facts].filter(Boolean).join('\n\n');
}
