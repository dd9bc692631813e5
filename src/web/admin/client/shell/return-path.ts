/** Returns the path that a sign-in leads back to; one of another site, or outside the administration, is none. */
export const returnPathOf = (asked: unknown): string =>
  typeof asked === 'string' && /^\/admin\/[\w/.~%?&=,:+-]*$/.test(asked) && !asked.includes('//')
    ? asked
    : '/admin';
