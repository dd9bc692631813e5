import type { User } from '#api/access/store.ts';
import type { Answer } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { startSession } from './actions.ts';
import { presentCurrent } from './present.ts';
import type { SignInMethod } from './schema.ts';

/** Begins a session for whoever has just proved to be a user in these ways, and answers as signing in does. */
export async function answerSignedIn(
  call: Call,
  user: User,
  methods: readonly SignInMethod[],
  remember = false,
): Promise<Answer> {
  const { session, cookie } = await startSession(call, user, { methods, remember });
  return {
    status: 201,
    body: presentCurrent(user, session, call.language),
    headers: { 'Set-Cookie': cookie, Location: `${call.links.base}/kalends/v1/sessions/current` },
  };
}
