import { type Role, roles } from '#api/access/permissions.ts';

/** Returns the role that an invitation gives; what is none gives the least. */
export const roleOf = ({ role }: { readonly role: string | null }): Role =>
  roles.find((one) => one === role) ?? 'subscriber';
