import Type from 'typebox';
import {
  dateText,
  emptied,
  type Parameter,
  parameter,
  refuse,
  stored,
  text,
} from '#api/routing/parameter.ts';
import { existingUser } from '#api/users/parameters.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import { cleanWebsite, isWebsite } from '#foundation/text/website.ts';
import { statusField } from './status.ts';

/** An absolute address or `''` (reference 3.0, URL0). */
export const websiteField: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['https://example.org/'] }),
  (value) => {
    if (value === '') return { value };
    return typeof value === 'string' && value.length <= 2000 && isWebsite(value)
      ? { value: cleanWebsite(value) }
      : refuse('problem.address');
  },
);

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

/** What is said of the fields with which events, venues and organizers begin, in the order of an export. */
export const postDescription = {
  id: { columns: ['id'], protected: 'shown', exported: 'column', imported: 'apart' },
  global_id: { columns: ['global_id'], protected: 'shown', exported: 'apart', imported: 'apart' },
  global_id_lineage: {
    columns: ['global_id_lineage'],
    protected: 'shown',
    exported: 'derived',
    imported: 'apart',
  },
  author: { columns: ['author_id'], protected: 'shown', exported: 'apart', imported: 'apart' },
  status: { columns: ['status'], protected: 'shown', exported: 'column', imported: 'apart' },
  password: { columns: ['password'], initial: '', exported: 'column', imported: 'apart' },
  date: { columns: ['date'], protected: 'shown', exported: 'column', imported: 'apart' },
  date_utc: { columns: ['date_utc'], protected: 'shown', exported: 'column', imported: 'apart' },
  modified: { columns: ['modified'], protected: 'shown', exported: 'column', imported: 'apart' },
  modified_utc: { columns: ['modified_utc'], protected: 'shown', exported: 'column', imported: 'apart' },
} as const;

/** The same for updates, where null empties what can be empty (D40). */
export const postUpdateFields = {
  ...postFields,
  description: translatable(emptied(postFields.description, '')),
  slug: translatable(postFields.slug),
  status: statusField({ trash: true }),
  password: emptied(postFields.password, ''),
};
