import assert from 'node:assert/strict';
import type { Service } from './service.ts';

/** Returns what `kalends export` prints of a service's calendar. */
export async function exportOf(service: Service): Promise<string> {
  const { code, stdout, stderr } = await service.cli(['export']);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** Holds that `kalends check` finds no fault in a service's calendar. */
export async function assertSound(service: Service): Promise<void> {
  const { code, stdout, stderr } = await service.cli(['check']);
  assert.equal(code, 0, stdout + stderr);
}
