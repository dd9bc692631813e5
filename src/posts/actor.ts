import type { Call } from '#http/call.ts';

/** On whose behalf, when and with what an action works: a request, an import or a command. `now` is an instant. */
export type Actor = Pick<Call, 'deps' | 'viewer' | 'now'>;
