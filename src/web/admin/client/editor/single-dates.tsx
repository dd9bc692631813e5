import { Button } from '../parts/button.tsx';
import { DayField } from '../parts/date-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { PopoverButton } from '../parts/popover-button.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import type { RecurrenceFields } from './event-form.ts';
import { toggledDay } from './overlap-repairs.ts';

/** Days that are named; of more the small months tell. */
const NAMED = 12;
const dayOf = (date: string) => date.slice(0, 10);

/** Days with the words before them, each with a cross that takes it back. */
function Days({
  words,
  days,
  year,
  onRemove,
}: {
  readonly words: string;
  readonly days: readonly string[];
  readonly year: string;
  onRemove(day: string): void;
}) {
  const { say, language } = useTexts();
  if (days.length === 0) return null;
  return (
    <>
      <span>{words}</span>
      {days.slice(0, NAMED).map((day) => {
        const name = formatDate(day, language, {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          ...(day.startsWith(year) ? {} : { year: 'numeric' }),
        });
        return (
          <button
            key={day}
            type="button"
            className="rec-day"
            aria-label={say('admin.remove', { name: `${words} ${name}` })}
            onClick={() => onRemove(day)}
          >
            {name}
            <Icon name="x" />
          </button>
        );
      })}
      {days.length > NAMED && <span>+{days.length - NAMED}</span>}
    </>
  );
}

/** The days that a repetition leaves out, those that it has besides its rule, and the way to one more. */
export function SingleDates({
  recurrence,
  start,
  onChange,
}: {
  readonly recurrence: RecurrenceFields;
  /** The first date, whose time of day further ones have. */
  readonly start: string;
  onChange(recurrence: RecurrenceFields): void;
}) {
  const { say } = useTexts();
  const remove = (day: string) => onChange(toggledDay(recurrence, day));
  const leftOut = [...new Set(recurrence.exdate.map(dayOf))].sort();
  const added = [...new Set(recurrence.rdate.map(dayOf))].sort();
  const add = (day: string) => {
    // One that was left out is taken in again.
    if (leftOut.includes(day)) remove(day);
    else if (!added.includes(day))
      onChange({ ...recurrence, rdate: [...recurrence.rdate, `${day} ${start.slice(11)}`].sort() });
  };
  return (
    <div className="rec-x">
      <Days words={say('admin.repeat.but_not')} days={leftOut} year={start.slice(0, 4)} onRemove={remove} />
      <Days words={say('admin.repeat.also')} days={added} year={start.slice(0, 4)} onRemove={remove} />
      <PopoverButton
        name={say('admin.repeat.add')}
        button={
          <Button look="bare" size="small" icon="plus">
            {say('admin.repeat.date')}
          </Button>
        }
      >
        {(close) => (
          <DayField
            label={say('admin.repeat.add')}
            value={undefined}
            onChange={(day) => {
              close();
              add(day);
            }}
          />
        )}
      </PopoverButton>
    </div>
  );
}
