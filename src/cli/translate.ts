import {
  type Message,
  type MessageKey,
  message,
  translate,
  type Values,
} from '#foundation/i18n/catalogue.ts';
import { printable } from '#foundation/text/printable.ts';
import { operatorLanguage } from './language.ts';

/** The language of all that this process prints for its operator. */
export const language = operatorLanguage(process.env);

/** A text of the catalogue in the operator's language. */
export const translateText = (key: MessageKey, values?: Values): string =>
  translateMessage(message(key, values));

/** A text in the operator's language, with nothing in it that a terminal would obey. */
export const translateMessage = (told: Message): string => printable(translate(language, told));

/** The place of a value in a command line, `<file>`. */
export const placeholder = (name: PlaceholderName): string => `<${translateText(`place.${name}`)}>`;
/** A place that takes several values, `<file...>`. */
export const placeholders = (name: PlaceholderName): string => `<${translateText(`place.${name}`)}...>`;

type PlaceholderName = keyof {
  [K in MessageKey as K extends `place.${infer Name}` ? Name : never]: true;
};
