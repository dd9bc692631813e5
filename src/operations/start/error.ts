import { ToldError } from '#foundation/i18n/told.ts';

/** Thrown if the service or a command cannot start; its message names the setting, its value and the remedy. */
export class StartError extends ToldError {
  override name = 'StartError';
}
