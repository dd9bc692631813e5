import { useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';

/** Months shown at once. */
const AT_ONCE = 4;

const monthOf = (day: string) => day.slice(0, 7);
const pad = (number: number) => String(number).padStart(2, '0');

/** Returns the weeks of a month, `YYYY-MM`, from Monday; a place before its first day is less than 1. */
function weeksOf(month: string): number[][] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const places = [
    ...Array.from({ length: before }, (_, at) => at - before),
    ...Array.from({ length }, (_, at) => at + 1),
  ];
  return Array.from({ length: Math.ceil(places.length / 7) }, (_, at) => places.slice(at * 7, at * 7 + 7));
}

/** The dates of a series in small months; each can be left out, and taken in again. */
export function SmallMonths({
  dates,
  leftOut,
  onToggle,
}: {
  readonly dates: readonly string[];
  readonly leftOut: readonly string[];
  onToggle(day: string): void;
}) {
  const { say, language } = useTexts();
  const [page, setPage] = useState(0);
  const months = [...new Set([...dates, ...leftOut].map(monthOf))].sort();
  const pages = Math.max(1, Math.ceil(months.length / AT_ONCE));
  const at = Math.min(page, pages - 1);
  return (
    <div className="rec-m">
      <div className="rec-c">
        {months.slice(at * AT_ONCE, at * AT_ONCE + AT_ONCE).map((month) => (
          <table className="rm" key={month}>
            <caption>
              {formatDate(`${month}-01 00:00:00`, language, { month: 'long', year: 'numeric' })}
            </caption>
            <tbody>
              {weeksOf(month).map((week) => (
                <tr key={week[0]}>
                  {week.map((number) => {
                    const day = `${month}-${pad(number)}`;
                    const isLeftOut = leftOut.includes(day);
                    if (number < 1) return <td key={number} />;
                    if (!isLeftOut && !dates.includes(day)) return <td key={day}>{number}</td>;
                    const label = formatDate(`${day} 00:00:00`, language, { dateStyle: 'full' });
                    return (
                      <td key={day}>
                        <button
                          type="button"
                          className={isLeftOut ? 'ex' : 'on'}
                          aria-pressed={!isLeftOut}
                          aria-label={say(isLeftOut ? 'admin.repeat.take_in' : 'admin.repeat.leave_out', {
                            date: label,
                          })}
                          onClick={() => onToggle(day)}
                        >
                          {number}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {pages > 1 && (
        <div className="btns">
          <IconButton
            name="left"
            label={say('admin.repeat.earlier')}
            isDisabled={at === 0}
            onPress={() => setPage(at - 1)}
          />
          <IconButton
            name="right"
            label={say('admin.repeat.later')}
            isDisabled={at === pages - 1}
            onPress={() => setPage(at + 1)}
          />
        </div>
      )}
    </div>
  );
}
