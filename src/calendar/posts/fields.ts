import { dateText, emptied, stored, text } from '#api/routing/parameter.ts';
import { existingUser } from '#api/users/parameters.ts';
import { translatable } from '#calendar/translations/parameter.ts';
import { statusField } from './status.ts';

/** Fields that events, venues and organizers share on create; on update `status` may be `trash`. */
export const postFields = {
  author: existingUser,
  date: dateText,
  date_utc: dateText,
  description: text({ empty: true }),
  slug: text(),
  status: statusField({ trash: false }),
  password: stored(text({ empty: true, max: 255 })),
};

/** The same for updates, where null empties what can be empty (D40). */
export const postUpdateFields = {
  ...postFields,
  description: translatable(emptied(postFields.description, '')),
  slug: translatable(postFields.slug),
  status: statusField({ trash: true }),
  password: emptied(postFields.password, ''),
};
