import { useEffect, useId, useState } from 'react';
import { Checkbox } from '../parts/checkbox.tsx';
import { DayField, TimeField } from '../parts/date-field.tsx';
import { siteZone } from '../shell/brand.tsx';
import { formatDate } from '../texts/dates.ts';
import { movedDate } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import { asDate, asMs, movedTo } from './overlap-repairs.ts';
import { goToPart } from './parts-of-editor.ts';
import { RepeatSection } from './repeat-section.tsx';
import type { SectionProps } from './section.ts';

const dayOf = (date: string) => date.slice(0, 10);
const DAY_MINUTES = 24 * 60;
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
  const [zone, setZone] = useState(timezone);
  // Also as somebody else has changed it, or what was typed is put back.
  useEffect(() => setZone(timezone), [timezone]);
  /** Moves the beginning, and the end along with it. */
  const moveStart = (next: string) => onChange(movedTo({ start_date: start, end_date: end }, next));
  const isZone = zones.includes(zone) || zone === timezone;
  const minutes = (asMs(end) - asMs(start)) / 60_000;
  const isLonger = wantsLonger || minutes >= DAY_MINUTES;
  /** A night's end moves along past midnight; typed later than the beginning, it is on the same evening again. */
  const dayOfEnd = (time: string) => (!isLonger && time > clockOf(start) ? dayOf(start) : dayOf(end));
  const isBefore = minutes < 0 && !isAllDay;
  const hourLater = asDate(asMs(start) + 3_600_000);
  const endsBefore = isBefore && (
    <>
      {say('admin.editor.ends_before')}{' '}
      {hourLater.startsWith(dayOf(end)) && (
        <>
          <button
            type="button"
            className="link"
            onClick={() => {
              onChange({ end_date: hourLater });
              goToPart('when', TO);
            }}
          >
            {clockOf(hourLater)}
          </button>{' '}
          {say('admin.editor.or')}{' '}
        </>
      )}
      <button
        type="button"
        className="link"
        onClick={() => {
          setLonger(true);
          onChange({ end_date: movedDate(`${dayOf(start)} ${end.slice(11)}`, 1) });
          goToPart('when', TO);
        }}
      >
        {say('admin.editor.next_day')}
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
              onChange={(time) => onChange({ end_date: `${dayOfEnd(time)} ${time}:00` })}
              help={length}
              problem={endsBefore || (isLonger ? undefined : problems['end_date'])}
            />
          </>
        )}
        {isLonger && (
          <DayField
            label={say('admin.editor.last_day')}
            value={dayOf(end)}
            onChange={(day) => onChange({ end_date: `${day} ${end.slice(11)}` })}
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
      <div className="opts">
        <Checkbox isSelected={isAllDay} onChange={(all_day) => onChange({ all_day })}>
          {say('admin.editor.all_day')}
        </Checkbox>
        <Checkbox
          isSelected={isLonger}
          onChange={(longer) => {
            setLonger(longer);
            if (!longer) onChange({ end_date: `${dayOf(start)} ${end.slice(11)}` });
          }}
        >
          {say('admin.editor.longer')}
        </Checkbox>
      </div>
      {!isDateOfSeries && <RepeatSection form={form} onChange={onChange} problems={problems} />}
    </section>
  );
}
