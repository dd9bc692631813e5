import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InterfaceError } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { DayField } from '../parts/date-field.tsx';
import { Problem, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { problemText } from '../shell/failure.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import type { RecurrenceFields } from './event-form.ts';
import { toggledDay } from './overlap-repairs.ts';
import { goToPart } from './parts-of-editor.ts';
import { previewQuery } from './recurrence-preview.ts';
import {
  frequencies,
  readRule,
  type SentenceFrequency,
  type SentenceRule,
  weekdayOf,
  weekdays,
  writeRule,
} from './rule.ts';
import type { SectionProps } from './section.ts';
import { SingleDates } from './single-dates.tsx';
import { SmallMonths } from './small-months.tsx';

const weekly: SentenceRule = {
  frequency: 'WEEKLY',
  interval: 1,
  days: [],
  until: undefined,
  count: undefined,
};

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The rule as a sentence. */
function Sentence({
  rule,
  start,
  onChange,
}: {
  rule: SentenceRule;
  start: string;
  onChange(rule: SentenceRule): void;
}) {
  const { say, language } = useTexts();
  const days = rule.days.length > 0 ? rule.days : [weekdayOf(start)];
  const end = rule.until !== undefined ? 'until' : rule.count !== undefined ? 'count' : 'never';
  const nameOf = (at: number, weekday: 'short' | 'long') =>
    formatDate(`2024-01-0${at + 1} 00:00:00`, language, { weekday });
  const setEnd = (kind: string) =>
    onChange({
      ...rule,
      until: kind === 'until' ? addDays(start, 84) : undefined,
      count: kind === 'count' ? 10 : undefined,
    });
  return (
    <div className="rec-s">
      <label className="f">
        <span>{say('admin.repeat.every')}</span>
        <input
          type="number"
          min={1}
          max={99}
          value={rule.interval}
          onChange={({ target }) =>
            onChange({ ...rule, interval: Math.max(1, Math.floor(Number(target.value))) })
          }
        />
      </label>
      <label className="f">
        <span className="vh">{say('admin.repeat.unit')}</span>
        <select
          value={rule.frequency}
          onChange={({ target }) =>
            onChange({
              ...rule,
              frequency:
                frequencies.find((one) => one === target.value) ?? ('WEEKLY' satisfies SentenceFrequency),
              days: [],
            })
          }
        >
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency}>
              {say(`admin.repeat.${frequency}`, { count: rule.interval })}
            </option>
          ))}
        </select>
      </label>
      {rule.frequency === 'WEEKLY' && (
        <fieldset className="wds">
          <legend>{say('admin.repeat.on')}</legend>
          {weekdays.map((day, at) => (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={nameOf(at, 'long')}
                checked={days.includes(day)}
                onChange={({ target }) => {
                  const next = weekdays.filter((one) => (one === day ? target.checked : days.includes(one)));
                  if (next.length > 0) onChange({ ...rule, days: next });
                }}
              />
              <span>{nameOf(at, 'short')}</span>
            </label>
          ))}
        </fieldset>
      )}
      <label className="f">
        <span className="vh">{say('admin.repeat.end')}</span>
        <select value={end} onChange={({ target }) => setEnd(target.value)}>
          {(['never', 'until', 'count'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {say(`admin.repeat.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      {rule.until !== undefined && (
        <DayField
          label={say('admin.repeat.last')}
          value={rule.until}
          onChange={(until) => onChange({ ...rule, until })}
        />
      )}
      {rule.count !== undefined && (
        <label className="f rec-n">
          <span>{say('admin.repeat.times')}</span>
          <input
            type="number"
            min={1}
            max={999}
            value={rule.count}
            onChange={({ target }) =>
              onChange({ ...rule, count: Math.max(1, Math.floor(Number(target.value))) })
            }
          />
        </label>
      )}
    </div>
  );
}

/** Fields for how the event repeats: a sentence, and the dates that it makes, of which any can be left out. */
export function RepeatSection({ form, onChange, problems }: SectionProps) {
  const { say } = useTexts();
  const [isRaw, setRaw] = useState(false);
  const { recurrence, start_date: start } = form;
  const { data: preview, error } = useQuery(previewQuery(form));
  if (!recurrence)
    return (
      <div className="rec-0">
        <Button
          look="quiet"
          size="small"
          icon="repeat"
          onPress={() => {
            onChange({ recurrence: { rrule: [writeRule(weekly)], rdate: [], exdate: [] } });
            goToPart('when', '.rec-s input');
          }}
        >
          {say('admin.repeat.begin')}
        </Button>
      </div>
    );
  const set = (change: Partial<RecurrenceFields>) => onChange({ recurrence: { ...recurrence, ...change } });
  const stop = () => {
    onChange({ recurrence: null });
    goToPart('when', '.rec-0 button');
  };
  const [text = ''] = recurrence.rrule;
  const rule = recurrence.rrule.length === 1 ? readRule(text) : undefined;
  // Dates alone need no rule, and are told below.
  const isWithout = recurrence.rdate.length > 0 && recurrence.rrule.every((one) => one.trim() === '');
  const refused = error instanceof InterfaceError ? error.fields['recurrence'] : undefined;
  const problem = problems['recurrence'] ?? refused ?? (error ? problemText(error, say) : undefined);
  return (
    <fieldset className="rec">
      <legend className="vh">{say('admin.repeat.title')}</legend>
      {rule && !isRaw ? (
        <Sentence
          rule={rule}
          start={start.slice(0, 10)}
          onChange={(next) => set({ rrule: [writeRule(next)] })}
        />
      ) : isWithout && !isRaw ? null : (
        <TextField
          label={say('admin.repeat.raw')}
          value={recurrence.rrule.join('\n')}
          onChange={(lines) => set({ rrule: lines.split('\n') })}
          isLong
        />
      )}
      <SingleDates
        recurrence={recurrence}
        start={start}
        onChange={(changed) => onChange({ recurrence: changed })}
      />
      <p className="rec-t">
        <Icon name="repeat" />
        <span aria-live="polite">
          {preview?.text}
          {preview?.count != null && ` · ${say('admin.repeat.dates', { count: preview.count })}`}
        </span>
        {(rule || isWithout) && (
          <Button look="bare" size="small" onPress={() => setRaw(!isRaw)}>
            {say(isRaw ? 'admin.repeat.as_sentence' : 'admin.repeat.as_rule')}
          </Button>
        )}
        <Button look="bare" size="small" onPress={stop}>
          {say('admin.repeat.stop')}
        </Button>
      </p>
      {problem && (
        <p className="f-e">
          <Problem>{problem}</Problem>
        </p>
      )}
      {preview && (
        <SmallMonths
          dates={preview.occurrences.map(({ start_date }) => start_date.slice(0, 10))}
          leftOut={recurrence.exdate.map((date) => date.slice(0, 10))}
          onToggle={(day) => onChange({ recurrence: toggledDay(recurrence, day) })}
        />
      )}
    </fieldset>
  );
}
