import type { EventForm } from './event-form.ts';

/** Properties of each section of the editor. */
export interface SectionProps {
  readonly form: EventForm;
  onChange(change: Partial<EventForm>): void;
  /** Faults that the interface finds with fields, by their names. */
  readonly problems: Readonly<Record<string, string>>;
}
