/** Findings about a database seen from outside, whichever engine it is. */
export interface CalendarState {
  /** Names of the migrations that were applied; undefined: there are no tables of Kalends. */
  readonly applied: readonly string[] | undefined;
  readonly users: number;
  readonly administrators: number;
  /** Whether a move into this database was begun and not finished. */
  readonly isMoving: boolean;
}

/** Tables that the questions need. */
export const ASKED_TABLES = ['migrations', 'users', 'settings'] as const;
