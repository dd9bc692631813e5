import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { EventRuns } from './events/event-runs.tsx';
import { usePermission, useSession } from './interface/session.ts';
import { Finder } from './palette/finder.tsx';
import { isCommand } from './parts/command-keys.ts';
import { Icon } from './parts/icon.tsx';
import { ToastProvider } from './parts/toast.tsx';
import { type Screen, screens } from './screens.ts';
import { AccountMenu } from './shell/account-menu.tsx';
import { Brand, CALENDAR } from './shell/brand.tsx';
import { ConnectionStrip } from './shell/connection-strip.tsx';
import { problemText } from './shell/failure.tsx';
import { NotAllowed } from './shell/not-allowed.tsx';
import { SessionStrip } from './shell/session-strip.tsx';
import { useEditorNote } from './shell/use-editor-note.ts';
import { usePageTitle } from './shell/use-page-title.ts';
import { ZoneNote } from './shell/zone-note.tsx';
import { submissionCountQuery } from './submissions/submission-query.ts';
import { useTexts } from './texts/texts.tsx';

/** Returns the screens of the navigation that whoever is signed in may see. */
function useShownScreens(): readonly Screen[] {
  const permissions = useSession()?.permissions ?? [];
  return screens.filter(
    ({ icon, needs }) => icon !== undefined && (needs === undefined || permissions.includes(needs)),
  );
}

/** How many proposals wait: the one number that asks somebody to come. */
function WaitingCount() {
  const isEditor = usePermission('edit_others');
  const { language } = useTexts();
  const { data = 0 } = useQuery({ ...submissionCountQuery('waiting'), enabled: isEditor });
  return data > 0 && <b className="nb num">{data.toLocaleString(language)}</b>;
}

/** Leads to a screen, by its icon and name. */
function ScreenLink({ screen: { path, name, icon } }: { screen: Screen }) {
  const { say } = useTexts();
  return (
    <Link to={`/admin/${path}`} activeOptions={{ includeSearch: false }}>
      {icon && <Icon name={icon} />}
      <span>{say(name)}</span> {path === 'submissions' && <WaitingCount />}
    </Link>
  );
}

function Navigation({ shown }: { shown: readonly Screen[] }) {
  const { say } = useTexts();
  return (
    <nav aria-label={say('admin.nav')}>
      <ul>
        {shown.map((screen) => (
          <li key={screen.path} className={screen.isParted ? 'parted' : ''}>
            <ScreenLink screen={screen} />
          </li>
        ))}
        <li className="parted">
          <a href={CALENDAR} target="_blank" rel="noopener">
            <Icon name="ext" />
            <span>{say('admin.open_calendar')}</span>
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** Screens on both sides of the button in the middle of the short navigation. */
const BEFORE = 2;
const BESIDE = 3;

/** The navigation of narrow windows: the first screens, a new event in the middle, and all in a sheet. */
function ShortNavigation({ shown, mayCreate }: { shown: readonly Screen[]; mayCreate: boolean }) {
  const { say } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const path = useMatches().at(-1)?.pathname;
  const first = shown.slice(0, BESIDE);
  const isFurther = path !== undefined && !first.some((screen) => path.startsWith(`/admin/${screen.path}`));
  const links = first.map((screen) => (
    <li key={screen.path}>
      <ScreenLink screen={screen} />
    </li>
  ));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has gone somewhere is done with it
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <nav className="adm-b" aria-label={say('admin.nav.short')}>
      {isOpen && (
        <div className="adm-more">
          <Navigation shown={shown} />
        </div>
      )}
      <ul>
        {links.slice(0, BEFORE)}
        {mayCreate && (
          <li>
            <Link className="plus" to="/admin/events/new" aria-label={say('admin.new_event')}>
              <Icon name="plus" />
            </Link>
          </li>
        )}
        {links.slice(BEFORE)}
        <li>
          <button
            type="button"
            className={isFurther ? 'is-here' : ''}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="menu" />
            {say('admin.nav.more')}
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Shows a screen to those who may see it, and says so to others. */
function Shown() {
  const match = useMatches().at(-1);
  const { say } = useTexts();
  const screen = match?.staticData.screen;
  const isAllowed = !match || !('isAllowed' in match.context) || match.context.isAllowed === true;
  usePageTitle(!screen || (screen.isTitled && isAllowed) ? undefined : say(screen.name));
  return isAllowed ? <Outlet /> : <NotAllowed />;
}

/** The frame around all screens of those who are signed in: navigation, head, strips and toasts. */
export function Frame() {
  const { say } = useTexts();
  const shown = useShownScreens();
  const session = useSession();
  const router = useRouter();
  const mayCreate = session?.permissions.includes('create') ?? false;
  useEditorNote(mayCreate && !session?.isEnded);
  const refusalText = useCallback((refusal: unknown) => problemText(refusal, say), [say]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'n' || !mayCreate || !isCommand(event)) return;
      event.preventDefault();
      void router.navigate({ to: '/admin/events/new' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [mayCreate, router]);

  return (
    <ToastProvider refusalText={refusalText}>
      <a className="skip" href="#main">
        {say('admin.skip')}
      </a>
      <div className="adm">
        <aside className="adm-n">
          <Brand />
          {mayCreate && (
            <Link className="btn adm-new" to="/admin/events/new">
              <Icon name="plus" />
              {say('admin.new_event')} <kbd>N</kbd>
            </Link>
          )}
          <Navigation shown={shown} />
          <AccountMenu />
        </aside>
        <header className="adm-t" id="head">
          <Brand />
          <Finder places={shown} />
          <ZoneNote />
        </header>
        <main id="main" className="adm-m" tabIndex={-1}>
          <ConnectionStrip />
          <SessionStrip />
          <EventRuns>
            <Shown />
          </EventRuns>
        </main>
        <ShortNavigation shown={shown} mayCreate={mayCreate} />
      </div>
    </ToastProvider>
  );
}
