import type { CalendarView, PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import type { HtmlPage } from '#web/html/page.ts';

/** Makes the page of a view; the 404 page where the calendar has none at the address. */
export type ViewPage = (call: Call, address: PageAddress) => Promise<HtmlPage>;

/** Pages of views by name; those that are missing have no page. */
export type ViewPages = Readonly<Partial<Record<CalendarView, ViewPage>>>;

let registered: ViewPages = {};

/** Makes the views known to each other, in the order in which pages name them; navigation links these alone. */
export function registerViews(views: ViewPages): void {
  registered = views;
}

/** Returns the views that there are. */
export const registeredViews = (): ViewPages => registered;

/** Returns the names of the views that there are, in the order in which pages name them. */
export const viewNames = (): CalendarView[] => Object.keys(registered) as CalendarView[];
