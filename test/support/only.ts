/** Tests that run on SQLite alone, each with the reason; everything else below test/ runs on both engines. */
export const onlyOnSqlite: ReadonlyMap<string, string> = new Map([
  ['test/conformance/plans.test.ts', "reads SQLite's own query plans"],
  ['test/rough/locks.test.ts', "takes the lock of SQLite's file, and fills it"],
]);

/** Tests that may be skipped, by name, each with the reason. */
export const mayBeSkipped: ReadonlyMap<string, string> = new Map();
