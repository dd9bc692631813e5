/** Levels of the log, from what ends the service to everything. */
export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Severity from which lines are written to the log. */
export type Level = (typeof levels)[number];

/** Lists the forms of the log's lines; `auto` is `pretty` on a terminal and `json` elsewhere. */
export const logFormats = ['auto', 'json', 'pretty'] as const;
/** Form of the log's lines. */
export type LogFormat = (typeof logFormats)[number];
