/** Levels of the log, from what ends the service to everything. */
export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** How grave a line of the log has to be to be written. */
export type Level = (typeof levels)[number];

/** How lines of the log look; auto: for people on a terminal, as JSON elsewhere. */
export const logFormats = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];
