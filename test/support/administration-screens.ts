import type { Role } from './service.ts';

/** A screen of the administration, or a state of it, by its address in the made-up programme. */
export interface ShownScreen {
  readonly name: string;
  readonly address: string;
  /** Who looks at it; the administrator if absent, nobody where it is `null`. */
  readonly by?: Role | null;
  /** Selector of what stands there once it is loaded. */
  readonly ready: string;
}

/** Screens that are looked at in each language, width and theme; add yours. */
export const shownScreens: readonly ShownScreen[] = [
  { name: 'sign-in', address: '/admin/sign-in', by: null, ready: 'form' },
  { name: 'reset', address: '/admin/reset', by: null, ready: '.f-col h1' },
  { name: 'first-run-closed', address: '/admin/first-run', by: null, ready: '.f-col .btn' },
  { name: 'today', address: '/admin/today', ready: '.ad-wk ol > li' },
  { name: 'events', address: '/admin/events', ready: 'tbody tr[data-id]' },
  { name: 'editor-new', address: '/admin/events/new', ready: '.rt-t' },
  {
    name: 'calendar',
    address: '/admin/calendar?month=2026-09',
    ready: '.cal-w[aria-busy=false]',
  },
  {
    name: 'week',
    address: '/admin/calendar?week=2026-09-17',
    ready: '.cal-w[aria-busy=false]',
  },
  { name: 'history', address: '/admin/history', ready: '.hi' },
  { name: 'submissions-none', address: '/admin/submissions?state=asked', ready: '.none-a' },
  { name: 'mails', address: '/admin/mails', ready: '.acc[aria-busy=false] p' },
  { name: 'people', address: '/admin/people', ready: 'tbody tr[data-id]' },
  { name: 'person', address: '/admin/people?open=1', ready: '.pp-p[aria-busy=false] .acc-l li' },
  { name: 'imports-new', address: '/admin/imports', ready: '.im-new .drop' },
  { name: 'venues', address: '/admin/venues', ready: 'tbody tr[data-id]' },
  { name: 'organizer-new', address: '/admin/organizers?open=new', ready: '.side input' },
  { name: 'categories', address: '/admin/categories', ready: '.tree-r' },
  { name: 'category-new', address: '/admin/categories?open=new', ready: '.term .rt-t' },
  { name: 'tags', address: '/admin/tags', ready: 'tbody tr[data-id]' },
  { name: 'events-none', address: '/admin/events?q=qqqqq', ready: '.none-a' },
  { name: 'settings', address: '/admin/settings', ready: '.se-m input' },
  { name: 'account', address: '/admin/account', ready: '.acc-l li' },
  { name: 'media', address: '/admin/media', ready: '.md button' },
  { name: 'feeds', address: '/admin/feeds', ready: '.acc form' },
];

/** Screens of a programme in which there is work to do (`programme/daily-work.ts`), for pictures alone. */
export const keptScreens: readonly (ShownScreen & { readonly pressed?: string; readonly key?: string })[] = [
  { name: 'submissions', address: '/admin/submissions', ready: '.sub-l li' },
  {
    name: 'submissions-reject',
    address: '/admin/submissions',
    ready: '.sub-l li',
    pressed: '.sub-l button',
    key: 'r',
  },
  { name: 'venues-merge', address: '/admin/venues', ready: '.dbl .btn', pressed: '.dbl .btn' },
  {
    name: 'venue',
    address: '/admin/venues?q=granary',
    ready: 'tbody tr[data-id]',
    pressed: 'tbody .link:text-is("Granary 4")',
  },
  { name: 'imports-report', address: '/admin/imports?run=1', ready: '.im-t tbody tr' },
  { name: 'picture', address: '/admin/media', ready: '.md button', pressed: '.md button' },
];
