import type { ComponentType } from 'react';
import type { IconName } from '#web/html/icon-drawings.ts';
import type { Permission } from './interface/session.ts';
import { later } from './shell/later.ts';
import type { AdminKey } from './texts/texts.tsx';

/** A screen of the administration. */
export interface Screen {
  /** Its path below `/admin/`; `$id` is a parameter. */
  readonly path: string;
  /** Loads its code, which is fetched when somebody goes there. */
  load(): Promise<{ default: ComponentType }>;
  /** Its name, in the navigation and as the page's title. */
  readonly name: AdminKey;
  /** Whether the page's title is that of what it shows. */
  readonly isTitled?: boolean;
  /** Its icon in the navigation; a screen without one is reached from others. */
  readonly icon?: IconName;
  /** Whoever may not do this neither sees it nor gets there. */
  readonly needs?: Permission;
  /** Whether a line parts it from those above it in the navigation. */
  readonly isParted?: boolean;
}

/** All screens of those who are signed in, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: 'today',
    load: () => import('./today/today-screen.tsx'),
    name: 'admin.nav.today',
    icon: 'home',
    needs: 'create',
  },
  {
    path: 'submissions',
    load: later(() => import('./submissions/submissions-screen.tsx')),
    name: 'admin.nav.submissions',
    icon: 'inbox',
    needs: 'edit_others',
  },
  {
    path: 'events',
    load: later(() => import('./events/events-screen.tsx')),
    name: 'admin.nav.events',
    icon: 'list',
    needs: 'create',
  },
  {
    path: 'events/new',
    load: later(() => import('./editor/editor-screen.tsx')),
    name: 'admin.new_event',
    isTitled: true,
    needs: 'create',
  },
  {
    path: 'events/$id',
    load: later(() => import('./editor/editor-screen.tsx')),
    name: 'admin.editor',
    isTitled: true,
    needs: 'create',
  },
  {
    path: 'calendar',
    load: later(() => import('./calendar/calendar-screen.tsx')),
    name: 'admin.nav.calendar',
    icon: 'month',
    needs: 'create',
  },
  {
    path: 'venues',
    load: later(() => import('./linked/venues-screen.tsx')),
    name: 'admin.nav.venues',
    icon: 'venue',
    needs: 'create',
  },
  {
    path: 'organizers',
    load: later(() => import('./linked/organizers-screen.tsx')),
    name: 'admin.nav.organizers',
    icon: 'users',
    needs: 'create',
  },
  {
    path: 'categories',
    load: later(() => import('./terms/categories-screen.tsx')),
    name: 'admin.nav.categories',
    icon: 'tag',
    needs: 'categories',
  },
  {
    path: 'tags',
    load: later(() => import('./terms/tags-screen.tsx')),
    name: 'admin.nav.tags',
    icon: 'hash',
    needs: 'tags',
  },
  {
    path: 'media',
    load: later(() => import('./media/media-screen.tsx')),
    name: 'admin.nav.media',
    icon: 'image',
    needs: 'upload',
  },
  {
    path: 'history',
    load: later(() => import('./history/history-screen.tsx')),
    name: 'admin.nav.history',
    icon: 'hist',
    needs: 'create',
    isParted: true,
  },
  {
    path: 'imports',
    load: later(() => import('./imports/imports-screen.tsx')),
    name: 'admin.nav.imports',
    icon: 'sync',
    needs: 'publish',
  },
  {
    path: 'people',
    load: later(() => import('./people/people-screen.tsx')),
    name: 'admin.nav.people',
    icon: 'user',
    needs: 'users',
  },
  {
    path: 'feeds',
    load: later(() => import('./feeds/feeds-screen.tsx')),
    name: 'admin.nav.feeds',
    icon: 'feed',
    needs: 'create',
  },
  {
    path: 'settings',
    load: later(() => import('./settings/settings-screen.tsx')),
    name: 'admin.nav.settings',
    icon: 'gear',
    needs: 'settings',
  },
  {
    path: 'mails',
    load: later(() => import('./mails/mails-screen.tsx')),
    name: 'admin.mails',
    needs: 'settings',
  },
  {
    path: 'account',
    load: later(() => import('./account/account-screen.tsx')),
    name: 'admin.account',
  },
];
