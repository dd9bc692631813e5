/** The password of somebody whom `people` makes, by role, or of the administrator. */
export const passwordOf = (role: string): string =>
  `correct horse battery staple${role === 'admin' ? '' : ` of ${role}`}`;
