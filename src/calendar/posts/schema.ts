import Type from 'typebox';
import { mayListStatuses, type Status, statuses } from '#api/access/permissions.ts';
import { listOf } from '#api/http/coercion.ts';
import { isInterfaceAddress } from '#api/http/interface-address.ts';
import {
  dateText,
  emptied,
  LIST_LIMIT,
  type Parameter,
  parameter,
  refuse,
  stored,
  text,
} from '#api/routing/parameter.ts';
import { existingUser } from '#api/users/parameters.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import type { Call } from '#context.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { cleanWebsite, isWebsite } from '#foundation/text/website.ts';

const asStatus = (value: unknown): Status | undefined => statuses.find((status) => status === value);

/** Reads the `status` of a write; `trash` is allowed in updates only (D30). */
export function statusField(options: { trash: boolean }): Parameter<Status, false> {
  const allowed: Status[] = statuses.filter((status) => options.trash || status !== 'trash');
  return parameter<Status>(Type.Enum(allowed), (value) => {
    if (typeof value !== 'string')
      return { problem: { message: message('problem.type_string'), detail: 'rest_invalid_type' } };
    const status = asStatus(value);
    return status && allowed.includes(status) ? { value: status } : refuse('problem.status');
  });
}

/**
 * Reads the filter `status` of lists: a text with commas or an array, none twice; only `publish` for callers who may not
 * create (reference 3.0, STATUSLIST). '' stands for `publish` and `private`.
 */
export const statusFilter: Parameter<Status[], false> = parameter<Status[]>(
  Type.String({ format: 'string', examples: ['publish', 'publish,draft'] }),
  (value, { call }) => {
    if (value === '' && mayListStatuses(call.viewer)) return { value: ['publish', 'private'] };
    const members = typeof value === 'number' ? undefined : listOf(value);
    if (!members || members.length === 0 || members.length > LIST_LIMIT) return refuse('problem.statuses');
    const found: Status[] = [];
    for (const member of members) {
      const status = typeof member === 'string' ? asStatus(member.trim()) : undefined;
      if (!status || found.includes(status)) return refuse('problem.statuses');
      found.push(status);
    }
    if (!mayListStatuses(call.viewer) && !(found.length === 1 && found[0] === 'publish'))
      return refuse('problem.status_forbidden');
    return { value: found };
  },
);

/** Returns whether an address leads to the interface, by what is known of the names of this service. */
export const leadsToInterface = (address: string, { links, services }: Call): boolean =>
  isInterfaceAddress(address, [links.origin, services.config.publicUrl ?? '']);

/** Reads an absolute web address or '' (reference 3.0, URL0), but none of the interface, which is nobody's website (contract W7). */
export const websiteField: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['https://example.org/'] }),
  (value, { call }) => {
    if (value === '') return { value };
    if (typeof value !== 'string' || value.length > 2000 || !isWebsite(value))
      return refuse('problem.address');
    const cleaned = cleanWebsite(value);
    return leadsToInterface(cleaned, call) ? refuse('problem.interface') : { value: cleaned };
  },
);

/** Fields that events, venues and organizers share in creations. */
export const postFields = {
  author: existingUser,
  date: dateText,
  date_utc: dateText,
  description: text({ empty: true }),
  slug: text(),
  status: statusField({ trash: false }),
  password: stored(text({ empty: true, max: 255 })),
};

/** Fields that events, venues and organizers share in updates; null clears what can be empty (D40). */
export const postUpdateFields = {
  ...postFields,
  description: translatable(emptied(postFields.description, '')),
  slug: translatable(postFields.slug),
  status: statusField({ trash: true }),
  password: emptied(postFields.password, ''),
};
