import type { Call } from '#http/call.ts';
import type { Event } from './schema.ts';
import type { EventRecord } from './store.ts';

/** JSON-LD of an event (schema.org/Event, D19). */
export function eventJsonLd(
  event: Event,
  _record: EventRecord,
  _shown: { call: Call },
): Record<string, unknown> {
  return { '@context': 'https://schema.org', '@type': 'Event', name: event.title };
}
