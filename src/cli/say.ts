import { type Message, type MessageKey, message, translate, type Values } from '#i18n/catalogue.ts';
import { operatorLanguage } from './language.ts';

/** The language of all that this process prints for its operator. */
export const language = operatorLanguage(process.env);

/** A text of the catalogue in the operator's language. */
export const say = (key: MessageKey, values?: Values): string => translate(language, message(key, values));

export const tell = (told: Message): string => translate(language, told);

/** The place of a value in a command line, `<file>`. */
export const place = (name: PlaceName): string => `<${say(`place.${name}`)}>`;
/** A place that takes several values, `<file...>`. */
export const places = (name: PlaceName): string => `<${say(`place.${name}`)}...>`;

type PlaceName = keyof {
  [K in MessageKey as K extends `place.${infer Name}` ? Name : never]: true;
};
