import { weekdays } from '#foundation/time/weekdays.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { TimeField } from '../parts/date-field.tsx';
import { Problem, TextField } from '../parts/field.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import type { OpeningHoursForm } from './opening-hours.ts';
import { usualOpening } from './opening-hours.ts';
import type { SectionProps } from './section.ts';

type OpeningRow = OpeningHoursForm['openings'][number];

/** Fields for when something that runs for days or weeks is open, a row for the days that have the same hours. */
export function OpeningHoursFields({ form, onChange, problems }: SectionProps) {
  const { say, language } = useTexts();
  const { openings, closed } = form.opening_hours;
  const set = (change: Partial<OpeningHoursForm>) =>
    onChange({ opening_hours: { ...form.opening_hours, ...change } });
  const put = (place: number, change: Partial<OpeningRow>) =>
    set({ openings: openings.map((one, at) => (at === place ? { ...one, ...change } : one)) });
  const nameOf = (at: number, weekday: 'short' | 'long') =>
    formatDate(`2024-01-0${at + 1} 00:00:00`, language, { weekday });
  return (
    <fieldset className="oh-f">
      <legend>{say('page.opening.title')}</legend>
      {openings.map((opening, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: openings have nothing but their place, and stay in it while one types
        <div className="oh-r" key={place}>
          <fieldset className="wds">
            <legend className="vh">{say('admin.editor.opening_days')}</legend>
            {weekdays.map((day, at) => (
              <label key={day}>
                <input
                  type="checkbox"
                  aria-label={nameOf(at, 'long')}
                  checked={opening.days.includes(day)}
                  onChange={({ target }) =>
                    put(place, {
                      days: weekdays.filter((one) =>
                        one === day ? target.checked : opening.days.includes(one),
                      ),
                    })
                  }
                />
                <span>{nameOf(at, 'short')}</span>
              </label>
            ))}
          </fieldset>
          <TimeField
            label={say('admin.editor.opens')}
            value={opening.opens}
            onChange={(opens) => put(place, { opens })}
          />
          <TimeField
            label={say('admin.editor.closes')}
            value={opening.closes}
            onChange={(closes) => put(place, { closes })}
          />
          <IconButton
            name="x"
            label={say('admin.editor.opening_remove', { number: place + 1 })}
            onPress={() => set({ openings: openings.toSpliced(place, 1) })}
          />
        </div>
      ))}
      {(openings.length > 0 || closed !== '') && (
        <TextField
          label={say('admin.editor.closed_on')}
          help={say('admin.editor.closed_help')}
          value={closed}
          onChange={(dates) => set({ closed: dates })}
        />
      )}
      {problems['opening_hours'] && (
        <p className="f-e" role="alert">
          <Problem>{problems['opening_hours']}</Problem>
        </p>
      )}
      <Button
        look="quiet"
        size="small"
        icon="plus"
        onPress={() => set({ openings: [...openings, usualOpening] })}
      >
        {say('admin.editor.opening_add')}
      </Button>
    </fieldset>
  );
}
