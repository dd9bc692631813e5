import { dateText, stored, text } from '#http/parameter.ts';
import { translatable } from '#translations/parameter.ts';
import { existingUser } from '#users/parameters.ts';
import { statusField } from './status.ts';

/** Fields that events, venues and organizers share on create; on update `status` may be `trash` and `password` is new. */
export const postFields = {
  author: existingUser,
  date: dateText,
  date_utc: dateText,
  description: text({ empty: true }),
  slug: text(),
  status: statusField({ trash: false }),
};

export const postUpdateFields = {
  ...postFields,
  description: translatable(postFields.description),
  slug: translatable(postFields.slug),
  status: statusField({ trash: true }),
  password: stored(text({ empty: true, max: 255 })),
};
