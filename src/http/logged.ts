/** An address as the log keeps it: passwords given in the query are blotted out. */
export function loggedUrl(url: string): string {
  return url.replace(/([?&][^=&]*password[^=&]*=)[^&#]*/gi, '$1***');
}
