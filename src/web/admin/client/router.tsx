import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Frame } from './frame.tsx';
import { sessionQuery } from './interface/session.ts';
import { screens } from './screens.ts';
import { Failure } from './shell/failure.tsx';
import { later } from './shell/later.ts';
import { Missing } from './shell/missing.tsx';

interface Context {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: Missing,
  errorComponent: Failure,
});

/** Screens at the door, which need nobody to be signed in. */
const door = [
  createRoute({
    getParentRoute: () => root,
    path: '/admin/sign-in',
    validateSearch: (search: Record<string, unknown>) =>
      typeof search['next'] === 'string' ? { next: search['next'] } : {},
    component: lazyRouteComponent(() => import('./access/sign-in-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/first-run',
    component: lazyRouteComponent(later(() => import('./access/first-run-screen.tsx'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/join',
    component: lazyRouteComponent(later(() => import('./access/join-screen.tsx'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/reset',
    component: lazyRouteComponent(later(() => import('./access/reset-screen.tsx'))),
  }),
];

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  async beforeLoad({ context, location }) {
    const { user } = await context.queries.ensureQueryData(sessionQuery);
    if (!user) throw redirect({ to: '/admin/sign-in', search: { next: location.href }, replace: true });
  },
});

const routes = screens.map((screen) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: `/admin/${screen.path}`,
    async beforeLoad({ context }) {
      const { permissions } = await context.queries.ensureQueryData(sessionQuery);
      return { isAllowed: screen.needs === undefined || permissions.includes(screen.needs) };
    },
    component: lazyRouteComponent(screen.load),
    staticData: { screen },
  }),
);

/** Addresses that name no screen: the administration's own leads to the first, others are said to be missing, within the frame. */
const unnamed = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/$',
  async beforeLoad({ context, params }) {
    if (params._splat) return;
    const { permissions } = await context.queries.ensureQueryData(sessionQuery);
    const first = screens.find(({ needs }) => needs === undefined || permissions.includes(needs));
    throw redirect({ to: `/admin/${first?.path}`, replace: true });
  },
  component: Missing,
});

/** Makes the router of all screens. */
export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([...door, signedIn.addChildren([unnamed, ...routes])]),
    context: { queries },
    trailingSlash: 'never',
    scrollRestoration: true,
    defaultPreload: 'intent',
  });

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: (typeof screens)[number];
  }
}
