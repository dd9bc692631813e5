/** Returns whether a path is still one of the administration once a browser has resolved it. */
const isWithin = (path: string): boolean =>
  URL.parse(path, 'https://here.invalid')?.pathname.startsWith('/admin/') === true;

/** Returns the path that a sign-in leads back to; one of another site, or outside the administration, is none. */
export const returnPathOf = (asked: unknown): string =>
  typeof asked === 'string' &&
  /^\/admin\/[\w/.~%?&=,:+-]*$/.test(asked) &&
  !asked.includes('//') &&
  isWithin(asked)
    ? asked
    : '/admin';
