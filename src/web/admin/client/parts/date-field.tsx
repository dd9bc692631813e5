import { parseDate, parseTime } from '@internationalized/date';
import { type ReactNode, useState } from 'react';
import {
  TimeField as AriaTimeField,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  type DateValue,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components';
import { Problem, TOLD } from './field.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly help?: ReactNode;
  readonly problem?: ReactNode;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** Years from then on have four figures. */
const FIRST_YEAR = 1000;

const Below = ({ help, problem }: Pick<Props, 'help' | 'problem'>) =>
  problem ? (
    <p className="f-e">
      <Problem>{problem}</Problem>
    </p>
  ) : help ? (
    <p className="h">{help}</p>
  ) : null;

/** A field for a day, `YYYY-MM-DD`, or none yet: typed in its parts, or chosen in a month. */
export const DayField = ({
  label,
  value,
  onChange,
  help,
  problem,
  isDisabled = false,
  className = '',
}: Props & { readonly value: string | undefined; onChange(day: string): void }) => {
  // While a year is typed it is one of the first centuries: taken back each time, it would take day and month along.
  const [unfinished, setUnfinished] = useState<DateValue>();
  return (
    <DatePicker
      value={unfinished ?? (value === undefined ? null : parseDate(value))}
      onChange={(day) => {
        const isWhole = day === null || day.year >= FIRST_YEAR;
        setUnfinished(isWhole ? undefined : day);
        if (day && isWhole) onChange(day.toString());
      }}
      onBlur={() => setUnfinished(undefined)}
      isInvalid={Boolean(problem)}
      validationBehavior={TOLD}
      isDisabled={isDisabled}
      granularity="day"
      shouldForceLeadingZeros
      className={`f ${problem ? 'is-bad ' : ''}${className}`}
    >
      <Label>{label}</Label>
      <Group className="df">
        <DateInput className="df-i">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="ibtn ibtn-s">
          <Icon name="month" />
        </Button>
      </Group>
      <Below help={help} problem={problem} />
      <Popover className="pop df-p">
        <Dialog>
          <Calendar>
            <header>
              <Button slot="previous" className="ibtn ibtn-s">
                <Icon name="left" />
              </Button>
              <Heading />
              <Button slot="next" className="ibtn ibtn-s">
                <Icon name="right" />
              </Button>
            </header>
            <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
};

/** A field for a time of day, `HH:MM`; where it may be none that is empty. */
export const TimeField = ({
  label,
  value,
  onChange,
  help,
  problem,
  isDisabled = false,
  className = '',
  mayBeNone = false,
}: Props & { readonly value: string; readonly mayBeNone?: boolean; onChange(time: string): void }) => (
  <AriaTimeField
    value={value === '' ? null : parseTime(value)}
    onChange={(time) => {
      if (time) onChange(time.toString().slice(0, 5));
      else if (mayBeNone) onChange('');
    }}
    hourCycle={24}
    shouldForceLeadingZeros
    isInvalid={Boolean(problem)}
    validationBehavior={TOLD}
    isDisabled={isDisabled}
    className={`f ${problem ? 'is-bad ' : ''}${className}`}
  >
    <Label>{label}</Label>
    <DateInput className="df df-i">{(segment) => <DateSegment segment={segment} />}</DateInput>
    <Below help={help} problem={problem} />
  </AriaTimeField>
);
