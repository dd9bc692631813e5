import { nearest } from '#foundation/text/nearest.ts';
import { type Environment, isVariable, type SettingName, settings } from '../../settings.ts';

/** A variable that looks like a setting but is none, and the setting it resembles. */
export interface UnknownSetting {
  readonly name: string;
  readonly meant: SettingName | undefined;
}

const bare = (name: string) => name.toUpperCase().replace(/^KALENDS_/, '');

/**
 * Returns the variables that look like settings but are none, sorted; they would otherwise be ignored silently.
 * @param prefix pattern that such names match
 */
export function unknownSettings(env: Environment, prefix = /^KALENDS_/i): UnknownSetting[] {
  const known = settings.map(([name]) => bare(name));
  return Object.keys(env)
    .filter((name) => prefix.test(name) && !isVariable(name))
    .sort()
    .map((name) => {
      const best = nearest(bare(name), known);
      return { name, meant: settings.find(([one]) => bare(one) === best)?.[0] };
    });
}
