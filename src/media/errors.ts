/** Why a picture was not taken; the key of the text in other languages. */
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
  'broken',
] as const;

export type PictureReason = (typeof pictureReasons)[number];

/** A picture that cannot be had or used: `reason` is for programs, `message` an English sentence for people. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: PictureReason;

  constructor(reason: PictureReason, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.reason = reason;
  }
}
