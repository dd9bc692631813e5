import type { SourceKind } from '../source-kind.ts';

/** Files of calendars: iCalendar (RFC 5545), and vCalendar 1.0 as far as it is alike. */
export const ics: SourceKind = {
  options: ['timezone', 'encoding', 'include_private'],
  recognizes: ({ text }) => /^BEGIN\s*:\s*VCALENDAR/i.test(text),
  async openFile(bytes, request) {
    const { calendarSource } = await import('./batches.ts');
    return calendarSource(bytes, request);
  },
};
