import { useEffect, useId, useState } from 'react';
import { Checkbox } from '../parts/checkbox.tsx';
import { DayField, TimeField } from '../parts/date-field.tsx';
import { formatDate, siteZone } from '../texts/dates.ts';
import { dayAfter, daysBetween } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import { asMs, movedTo } from './overlap-repairs.ts';
import { goToPart } from './parts-of-editor.ts';
import { RepeatSection } from './repeat-section.tsx';
import type { SectionProps } from './section.ts';

const dayOf = (date: string) => date.slice(0, 10);
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;
const clockOf = (date: string) => date.slice(11, 16);
const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The field for the time at which it ends. */
const TO = '.wh-to [role="spinbutton"]';

/** When the event is: its first date, and how it repeats. */
export function WhenSection({
  form,
  onChange,
  problems,
  isDateOfSeries,
}: SectionProps & { isDateOfSeries: boolean }) {
  const { say, language } = useTexts();
  const list = useId();
  const { start_date: start, end_date: end, all_day: isAllDay, timezone } = form;
  const [wantsLonger, setLonger] = useState(dayOf(start) !== dayOf(end));
  const [chosenDay, setChosenDay] = useState(dayOf(end));
  const [zone, setZone] = useState(timezone);
  // Also as somebody else has changed it, or what was typed is put back.
  useEffect(() => setZone(timezone), [timezone]);
  const isZone = zones.includes(zone) || zone === timezone;
  const minutes = (asMs(end) - asMs(start)) / 60_000;
  const isLonger = wantsLonger || dayOf(end) !== dayOf(start);
  /** Returns an end on a day; less than a day before the beginning it is meant for the next day. */
  const endOn = (day: string, time: string): string => {
    const before = asMs(start) - asMs(`${day} ${time}`);
    const isMeantNext = before > 0 && before < DAY_MS && !isAllDay;
    return `${dayAfter(day, isMeantNext ? 1 : 0)} ${time}`;
  };
  const likelyDay = wantsLonger ? chosenDay : dayOf(start);
  // An end that was set elsewhere is on the day that was meant.
  const wantedDay = endOn(likelyDay, end.slice(11)) === end ? likelyDay : dayOf(end);
  const isNextDay = !isAllDay && minutes > 0 && dayOf(end) !== wantedDay;
  const isBefore = minutes < 0 && !isAllDay;
  /** Moves the beginning, and the end along with it. */
  const moveStart = (next: string) => {
    const moved = movedTo({ start_date: start, end_date: end }, next);
    setChosenDay(dayAfter(wantedDay, daysBetween(dayOf(end), dayOf(moved.end_date))));
    onChange(moved);
  };
  const setDayOfEnd = (day: string) => {
    setChosenDay(day);
    onChange({ end_date: endOn(day, end.slice(11)) });
  };
  const repaired = endOn(dayOf(start), end.slice(11));
  const endsBefore = isBefore && (
    <>
      {say('admin.editor.ends_before')}{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          setDayOfEnd(dayOf(start));
          goToPart('when', TO);
        }}
      >
        {formatDate(repaired, language, { weekday: 'long', day: 'numeric', month: 'long' })}
      </button>
    </>
  );
  const length =
    minutes > 0 && minutes < DAY_MINUTES
      ? say('admin.editor.length', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
      : undefined;
  return (
    <section className="es">
      <h2>{say('admin.editor.when')}</h2>
      <div className="wh">
        <DayField
          label={say('admin.editor.first_day')}
          value={dayOf(start)}
          onChange={(day) => moveStart(`${day} ${start.slice(11)}`)}
          help={formatDate(start, language, { weekday: 'long' })}
          problem={problems['start_date']}
        />
        {!isAllDay && (
          <>
            <TimeField
              label={say('admin.editor.from')}
              value={clockOf(start)}
              onChange={(time) => moveStart(`${dayOf(start)} ${time}:00`)}
            />
            <TimeField
              className="wh-to"
              label={say('admin.editor.to')}
              value={clockOf(end)}
              onChange={(time) => onChange({ end_date: endOn(wantedDay, `${time}:00`) })}
              help={length}
              problem={endsBefore || (isLonger ? undefined : problems['end_date'])}
            />
          </>
        )}
        {isLonger && (
          <DayField
            label={say('admin.editor.last_day')}
            value={dayOf(end)}
            onChange={setDayOfEnd}
            help={formatDate(end, language, { weekday: 'long' })}
            problem={isBefore ? undefined : problems['end_date']}
          />
        )}
        <div className={`f${isZone && !problems['timezone'] ? '' : ' is-bad'}`}>
          <label htmlFor={`${list}-zone`}>{say('admin.editor.zone')}</label>
          <input
            id={`${list}-zone`}
            list={list}
            value={zone}
            aria-invalid={!isZone}
            onChange={({ target }) => {
              setZone(target.value);
              if (zones.includes(target.value)) onChange({ timezone: target.value });
            }}
          />
          <datalist id={list}>
            {zones.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {(!isZone || problems['timezone']) && (
            <p className="f-e">{problems['timezone'] ?? say('admin.editor.no_zone', { zone: siteZone })}</p>
          )}
        </div>
      </div>
      <p className="wh-n" role="status">
        {isNextDay &&
          say('admin.editor.next_day', {
            day: formatDate(end, language, { weekday: 'long', day: 'numeric', month: 'long' }),
          })}
      </p>
      <div className="opts">
        <Checkbox isSelected={isAllDay} onChange={(all_day) => onChange({ all_day })}>
          {say('admin.editor.all_day')}
        </Checkbox>
        <Checkbox
          isSelected={isLonger}
          onChange={(longer) => {
            setLonger(longer);
            if (longer) setChosenDay(dayOf(end));
            else setDayOfEnd(dayOf(start));
          }}
        >
          {say('admin.editor.longer')}
        </Checkbox>
      </div>
      {!isDateOfSeries && <RepeatSection form={form} onChange={onChange} problems={problems} />}
    </section>
  );
}
