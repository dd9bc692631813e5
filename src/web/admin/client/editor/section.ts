import type { EventForm } from './event-form.ts';

/** Properties of each section of the editor. */
export interface SectionProps {
  readonly form: EventForm;
  onChange(change: Partial<EventForm>): void;
  /** What the interface finds wrong with fields, by their names. */
  readonly problems: Readonly<Record<string, string>>;
}
