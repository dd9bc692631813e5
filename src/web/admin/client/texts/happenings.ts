import type { AdminKey } from './texts.tsx';

/** Whether an event takes place, as the interface says it. */
export const happenings = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online'] as const;

/** The words for whether an event takes place. */
export const happeningKeys: Readonly<Record<(typeof happenings)[number], AdminKey>> = {
  scheduled: 'admin.editor.takes_place',
  canceled: 'admin.status.canceled',
  postponed: 'admin.status.postponed',
  rescheduled: 'admin.status.rescheduled',
  'moved-online': 'admin.editor.moved_online',
};
