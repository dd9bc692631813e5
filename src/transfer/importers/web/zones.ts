import { languages } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { offsetAt } from '#foundation/time/zone.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['czech republic', 'CZ'],
  ['holland', 'NL'],
]);

/** Finds zones by the names and codes of countries. */
export class CountryZones {
  #codes: ReadonlyMap<string, string> | undefined;

  /** Returns the codes of countries by their folded names in all languages. */
  #byName(): ReadonlyMap<string, string> {
    const names = new Map(ALIASES);
    for (const language of languages) {
      const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      for (const first of LETTERS)
        for (const second of LETTERS) {
          const name = display.of(first + second);
          if (name !== undefined && !names.has(fold(name))) names.set(fold(name), first + second);
        }
    }
    return names;
  }

  /**
   * Returns the zone of a country, by its code or its name in any language, if all clocks there show the same around an
   * instant in Unix seconds; undefined if they do not or the country is unknown.
   */
  zoneOf(country: string, instant: number): string | undefined {
    const name = country.trim();
    if (name === '') return undefined;
    this.#codes ??= this.#byName();
    const code = this.#codes.get(fold(name)) ?? (/^[a-z]{2}$/i.test(name) ? name.toUpperCase() : undefined);
    if (code === undefined) return undefined;
    const zones = zonesOfRegion(code);
    // A quarter of a year before and behind: clocks are changed in between.
    const samples = [-91, 0, 91].map((days) => instant + days * 86_400);
    const offsets = new Set(zones.map((zone) => samples.map((at) => offsetAt(at, zone)).join()));
    return offsets.size === 1 ? zones[0] : undefined;
  }
}

function zonesOfRegion(code: string): readonly string[] {
  try {
    return new Intl.Locale(`und-${code}`).getTimeZones() ?? [];
  } catch {
    return [];
  }
}
