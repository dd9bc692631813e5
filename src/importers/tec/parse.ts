import { type Message, message } from '#i18n/catalogue.ts';
import { syntaxFault } from '#text/syntax.ts';
import { type ArrivingKind, arrivingKinds, ImportError } from '../arrival.ts';
import { type Home, homeOf } from './home.ts';
import { isMembers, type Members, textIn } from './json.ts';

/** Items as their source writes them: as answers show them, or `raw` as an export of Kalends has them. */
export interface Found {
  form: 'shown' | 'raw';
  home: Home | undefined;
  items: Partial<Record<ArrivingKind | 'media', readonly unknown[]>>;
}

const kinds = [...arrivingKinds, 'media'] as const;

/** Which kind a single item is of. */
function kindOf(item: Members): ArrivingKind | undefined {
  if ('start_date' in item && 'title' in item) return 'events';
  if ('taxonomy' in item) return item['taxonomy'] === 'tribe_events_cat' ? 'categories' : 'tags';
  if (typeof item['venue'] === 'string') return 'venues';
  if (typeof item['organizer'] === 'string') return 'organizers';
  return undefined;
}

function homeIn(answer: Members): Home | undefined {
  const own = homeOf(textIn(answer, 'rest_url'));
  if (own) return own;
  for (const kind of arrivingKinds) {
    const items = answer[kind];
    const first = Array.isArray(items) && isMembers(items[0]) ? items[0] : undefined;
    const urls = first && isMembers(first['urls']) ? first['urls'] : {};
    const home = first && (homeOf(textIn(first, 'rest_url')) ?? homeOf(textIn(urls, 'self')));
    if (home) return home;
  }
  return undefined;
}

/**
 * The items in a JSON text: an answer of a list or a single read, a list of answers or of items, several of these one
 * after the other, one a line, or an export.
 * @param name what the text is to people
 * @throws ImportError where it's no JSON, or none of these
 */
export function parseAnswers(text: string, name: string | Message): Found[] {
  const found: Found[] = [];
  const loose: Record<string, unknown[]> = {};
  for (const document of documents(text, name))
    for (const part of Array.isArray(document) ? document : [document]) {
      if (!isMembers(part)) continue;
      const kind = kindOf(part);
      if (kind) {
        loose[kind] ??= [];
        loose[kind].push(part);
        continue;
      }
      const items = Object.fromEntries(
        kinds.flatMap((one) => (Array.isArray(part[one]) ? [[one, part[one]]] : [])),
      );
      if (Object.keys(items).length === 0) continue;
      found.push({ form: 'kalends' in part ? 'raw' : 'shown', home: homeIn(part), items });
    }
  if (Object.keys(loose).length > 0) found.push({ form: 'shown', home: homeIn(loose), items: loose });
  if (found.length === 0) throw new ImportError(message('import.holds_nothing', { source: name }));
  return found;
}

function documents(text: string, source: string | Message): unknown[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  try {
    return [JSON.parse(trimmed)];
  } catch (error) {
    try {
      return trimmed.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
    } catch {
      throw new ImportError(message('import.not_json', { source, reason: syntaxFault(error) }));
    }
  }
}
