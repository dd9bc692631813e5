import type { Event } from '#calendar/events/schema.ts';
import type { IconName } from '#web/html/icons.ts';

/** The pictograms of what makes an event accessible. */
export const accessIcons: Readonly<Record<Event['accessibility'][number], IconName>> = {
  wheelchair: 'access',
  step_free: 'access',
  accessible_toilet: 'access',
  hearing_loop: 'ear',
  sign_language: 'eye',
  audio_description: 'ear',
  captions: 'chat',
  quiet: 'ear',
};
