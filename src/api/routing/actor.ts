import type { Call } from '#context.ts';

/**
 * On whose behalf, when and with what an action works: a request, an import or a command. `now` is an instant. Texts
 * are in `writtenIn`; absent: in the site's language.
 */
export type Actor = Pick<Call, 'deps' | 'viewer' | 'now'> & Partial<Pick<Call, 'writtenIn'>>;

/** The languages of a write: of its texts, and the site's. */
export const languagesOf = ({ writtenIn, deps }: Actor) => ({
  language: writtenIn ?? deps.config.language,
  site: deps.config.language,
});
