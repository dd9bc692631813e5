import type { Problem } from '#errors.ts';
import type { MessageKey, Values } from '#foundation/i18n/catalogue.ts';

/** The most characters of a login. */
export const LOGIN_MAX = 60;
/** The most characters of a shown name. */
export const NAME_MAX = 100;
/** The most characters of an e-mail address: those of a path without its brackets (RFC 5321 §4.5.3.1.3). */
export const EMAIL_MAX = 254;
/** The fewest characters of a password. */
export const PASSWORD_MIN = 8;
/** The most characters of a password: longer ones are refused without hashing them. */
export const PASSWORD_MAX = 1000;

const problem = (key: MessageKey, values?: Values): Problem => ({
  message: values ? { key, values } : { key },
});

/** Returns the form in which logins and e-mail addresses are compared: case-folded, accents composed (NFC). */
export const loginKey = (login: string) => login.trim().normalize('NFC').toLowerCase();

/** Returns why a login is refused: no colon (it ends a login in HTTP Basic), no blanks at the ends or in pairs, nothing that reads as an option. */
export function loginProblem(login: string): Problem | undefined {
  if (login === '') return problem('problem.empty');
  if (login.length > LOGIN_MAX) return problem('problem.too_long', { limit: LOGIN_MAX });
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*( [\p{L}\p{M}\p{N}._@-]+)*$/u.test(login)
    ? undefined
    : problem('problem.login');
}

/** Returns why an e-mail address is refused; `''` is fine and means none. Checks only what is plausible: no mail is sent. */
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

/** Returns why a display name (of a user or a token) is refused. */
export function nameProblem(name: string): Problem | undefined {
  if (name.length > NAME_MAX) return problem('problem.too_long', { limit: NAME_MAX });
  return /\p{Cc}/u.test(name) ? problem('problem.one_line') : undefined;
}

/** Texts in which nothing can be seen: blanks of all kinds, control characters, joiners and fillers. */
const UNSEEN = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Returns why a new password is refused. All characters are allowed, blanks and colons too, but not blanks alone. */
export function passwordProblem(password: string): Problem | undefined {
  if ([...password].length < PASSWORD_MIN) return problem('problem.too_short', { limit: PASSWORD_MIN });
  if (password.length > PASSWORD_MAX) return problem('problem.too_long', { limit: PASSWORD_MAX });
  return UNSEEN.test(password) ? problem('problem.blank') : undefined;
}
