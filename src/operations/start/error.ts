import { ToldError } from '#foundation/i18n/told.ts';

/** Why the service or a command could not begin: the setting, its value and the remedy, for the operator. */
export class StartError extends ToldError {
  override name = 'StartError';
}
