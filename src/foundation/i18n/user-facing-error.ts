import { type Message, translate } from './catalogue.ts';

/** An error that people read in their language: `userMessage`. Its `message` is the same in English, for logs. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
  readonly userMessage: Message;

  constructor(userMessage: Message, options?: ErrorOptions) {
    super(translate('en', userMessage), options);
    this.userMessage = userMessage;
  }
}
