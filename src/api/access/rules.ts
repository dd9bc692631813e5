import type { Problem } from '#errors.ts';
import type { MessageKey, Values } from '#foundation/i18n/catalogue.ts';

/** Characters of a login at most. */
export const LOGIN_MAX = 60;
/** Characters of a shown name at most. */
export const NAME_MAX = 100;
/** RFC 5321 §4.5.3.1.3, without the brackets around a path. */
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
/** Longer ones are refused unhashed, so that nobody pays for what can't be right. */
export const PASSWORD_MAX = 1000;

const problem = (key: MessageKey, values?: Values): Problem => ({
  message: values ? { key, values } : { key },
});

/** The form in which logins and e-mail addresses are compared: without regard to case or to how accents are composed. */
export const loginKey = (login: string) => login.trim().normalize('NFC').toLowerCase();

/** Why a login can't be used. No colon (it ends a login in HTTP Basic), no blanks at the ends or in pairs, nothing that reads as an option. */
export function loginProblem(login: string): Problem | undefined {
  if (login === '') return problem('problem.empty');
  if (login.length > LOGIN_MAX) return problem('problem.too_long', { limit: LOGIN_MAX });
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*( [\p{L}\p{M}\p{N}._@-]+)*$/u.test(login)
    ? undefined
    : problem('problem.login');
}

/** Why an e-mail address can't be one; `''` is none and fine. Only plausible: no mail is sent to find out. */
export function emailProblem(email: string): Problem | undefined {
  if (email === '') return undefined;
  if (email.length > EMAIL_MAX) return problem('problem.too_long', { limit: EMAIL_MAX });
  const [, local = '', domain = ''] = /^([^\s@<>()[\],;:"\\\p{C}]+)@([^\s@]+)$/u.exec(email) ?? [];
  const labels = domain.split('.');
  const plausible =
    local.length <= 64 &&
    !/^\.|\.\.|\.$/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label));
  return local && plausible ? undefined : problem('problem.email');
}

/** Why a name for people to read (a user's, a token's) can't be one. */
export function nameProblem(name: string): Problem | undefined {
  if (name.length > NAME_MAX) return problem('problem.too_long', { limit: NAME_MAX });
  return /\p{Cc}/u.test(name) ? problem('problem.one_line') : undefined;
}

/** Nothing that can be seen: blanks of all kinds, control characters, joiners and fillers. */
const UNSEEN = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Why a password can't be set. Any character goes, blanks and colons too, but not blanks alone. */
export function passwordProblem(password: string): Problem | undefined {
  if ([...password].length < PASSWORD_MIN) return problem('problem.too_short', { limit: PASSWORD_MIN });
  if (password.length > PASSWORD_MAX) return problem('problem.too_long', { limit: PASSWORD_MAX });
  return UNSEEN.test(password) ? problem('problem.blank') : undefined;
}
