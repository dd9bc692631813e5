import { type Message, translate } from './catalogue.ts';

/** An error that people are told of in their language: `told`. Its `message` is the same in English, for logs. */
export class ToldError extends Error {
  override name = 'ToldError';
  readonly told: Message;

  constructor(told: Message, options?: ErrorOptions) {
    super(translate('en', told), options);
    this.told = told;
  }
}
