import type { CommanderError } from 'commander';
import { type Language, type Message, message, translate } from '#foundation/i18n/catalogue.ts';

const SUGGESTION = String.raw`(?:\n\(Did you mean (?:one of )?(?<names>.+)\?\))?`;

/** Commander's messages by error code: they alone tell what an error is about. */
const patterns: Readonly<Record<string, readonly [RegExp, (found: MatchGroups) => Message][]>> = {
  'commander.unknownCommand': [
    [
      new RegExp(`^error: unknown command '(?<name>.*?)'${SUGGESTION}$`, 's'),
      ({ name }) => message('misuse.unknown_command', { name }),
    ],
  ],
  'commander.unknownOption': [
    [
      new RegExp(`^error: unknown option '(?<name>.*?)'${SUGGESTION}$`, 's'),
      ({ name }) => message('misuse.unknown_option', { name }),
    ],
  ],
  'commander.missingArgument': [
    [
      /^error: missing required argument '(?<name>.*)'$/,
      ({ name }) => message('misuse.missing_argument', { name }),
    ],
  ],
  'commander.optionMissingArgument': [
    [
      /^error: option '(?<option>.*)' argument missing$/,
      ({ option }) => message('misuse.missing_value', { option }),
    ],
  ],
  'commander.missingMandatoryOptionValue': [
    [
      /^error: required option '(?<option>.*)' not specified$/,
      ({ option }) => message('misuse.missing_option', { option }),
    ],
  ],
  'commander.excessArguments': [
    [
      /^error: too many arguments for '(?<command>.*)'\. Expected (?<expected>\d+) arguments? but got \d+\.$/,
      ({ command, expected }) => message('misuse.excess', { command, expected: Number(expected) }),
    ],
  ],
  'commander.invalidArgument': [
    [
      /^error: option '(?<option>.*?)' argument '(?<value>.*)' is invalid\. (?<reason>.*)$/s,
      ({ option, value, reason }) =>
        message('misuse.invalid_option', { option, value, reason: choicesIn(reason) }),
    ],
    [
      /^error: command-argument value '(?<value>.*)' is invalid for argument '(?<name>.*?)'\. (?<reason>.*)$/s,
      ({ value, name, reason }) =>
        message('misuse.invalid_argument', { value, name, reason: choicesIn(reason) }),
    ],
  ],
};

/** Named groups of a pattern; `''` for those that did not match. */
type MatchGroups = Record<'name' | 'names' | 'option' | 'value' | 'reason' | 'command' | 'expected', string>;
const nothing: MatchGroups = {
  name: '',
  names: '',
  option: '',
  value: '',
  reason: '',
  command: '',
  expected: '',
};

/** Translates commander's list of choices; other reasons are ours already. */
function choicesIn(reason: string): string | Message {
  const [, values] = /^Allowed choices are (.*)\.$/.exec(reason) ?? [];
  return values === undefined ? reason : message('misuse.choices', { values });
}

/**
 * Returns the message for a command line that was not understood, in a language; '' if commander has shown help
 * instead.
 */
export function usageErrorText({ code, message: own }: CommanderError, language: Language): string {
  if (/^commander\.(help|helpDisplayed|version)$/.test(code)) return '';
  for (const [pattern, toMessage] of patterns[code] ?? []) {
    const groups = pattern.exec(own)?.groups;
    if (!groups) continue;
    const found = { ...nothing, ...groups };
    const { names } = found;
    const suggestion = names ? ` ${translate(language, message('misuse.suggestion', { names }))}` : '';
    return translate(language, toMessage(found)) + suggestion;
  }
  // Our own messages, and new ones of later versions of commander.
  return own.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
}
