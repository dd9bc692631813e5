import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';

/** Lists the reasons for which a picture is refused; `picture.REASON` is the key of the text for people. */
export const pictureReasons = [
  'address',
  'credentials',
  'forbidden',
  'unreachable',
  'redirects',
  'status',
  'encoding',
  'size',
  'timeout',
  'type',
  'pixels',
  'costly',
  'broken',
] as const;

/** Reason for programs why a picture was refused. */
export type PictureReason = (typeof pictureReasons)[number];

/** A picture that cannot be had or used: `reason` is for programs, `told` a sentence for people. */
export class PictureError extends UserFacingError {
  override readonly name = 'PictureError';
  readonly reason: PictureReason;

  constructor(reason: PictureReason, told: Message = message(`picture.${reason}`), options?: ErrorOptions) {
    super(told, options);
    this.reason = reason;
  }
}
