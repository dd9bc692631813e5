import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';

/** Thrown if the service or a command cannot start; its message names the setting, its value and the remedy. */
export class StartError extends UserFacingError {
  override name = 'StartError';
}
