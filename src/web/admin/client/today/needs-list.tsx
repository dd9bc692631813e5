import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { Failed } from '../shell/failure.tsx';
import { languageIn } from '../texts/language-name.ts';
import { useTexts } from '../texts/texts.tsx';
import { useWaitingTasks, type WaitingTask } from './waiting-tasks.ts';

const looks: Readonly<Partial<Record<WaitingTask['about'], string>>> = {
  mails: 'bad',
  imports: 'bad',
  doubles_venues: 'warn',
  doubles_organizers: 'warn',
  no_venue: 'warn',
};

/** The list of what waits for somebody, each a way to where it is done. */
export function NeedsList() {
  const { say, language } = useTexts();
  const { needs, isPending, error, retry } = useWaitingTasks();
  return (
    <section className="ad-need" aria-labelledby="needs" aria-busy={isPending}>
      <h2 id="needs">{say('admin.today.needs')}</h2>
      {error !== undefined && <Failed error={error} onRetry={retry} />}
      {needs.length === 0 && isPending && <div className="wait-line" />}
      {needs.length === 0 && !isPending && error === undefined && (
        <p className="ad-0">
          <Icon name="check" />
          {say('admin.today.nothing_waits')}
        </p>
      )}
      <ul>
        {needs.map(({ about, count, to, search, language: missing }) => {
          const values = { count, language: missing === undefined ? '' : languageIn(language, missing) };
          return (
            <li key={`${about} ${missing ?? ''}`} className={looks[about] ?? ''} data-about={about}>
              <Link to={to} search={search ?? {}}>
                <b className="num">{count.toLocaleString(language)}</b>{' '}
                <span>
                  <strong>{say(`admin.today.need.${about}`, values)}</strong>{' '}
                  <small>{say(`admin.today.need.${about}.why`)}</small>
                </span>{' '}
                <span className="go">
                  <span>{say(`admin.today.need.${about}.go`)}</span>
                  <Icon name="right" />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
