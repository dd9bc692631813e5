/** Returns the host of a web address for people, without `www.`. */
export const hostOf = (address: string): string => URL.parse(address)?.host.replace(/^www\./, '') ?? address;

/** Returns a text that is a mail address and nothing else; undefined where it isn't. */
export const mailAddress = (text: string | undefined): string | undefined =>
  text !== undefined && /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(text) ? text : undefined;
