import type { LinkPurpose } from './store.ts';

/** The page of the administration that each kind of link leads to; its code is the parameter `code`. */
const pages = {
  setup: '/admin/first-run',
  invitation: '/admin/join',
  reset: '/admin/reset',
} as const satisfies Record<LinkPurpose, string>;

/** Returns the address of a one-time link. @param origin of the service, without a slash at its end */
export const linkAddress = (origin: string, purpose: LinkPurpose, code: string): string =>
  `${origin}${pages[purpose]}?code=${code}`;
