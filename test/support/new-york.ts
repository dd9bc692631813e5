import type { Client } from './client.ts';
import { people, type Service, startService } from './service.ts';

/** Starts a service in New York on 20 November 2026 at 18:00 UTC, with a user of each role, and its two most used clients. */
export async function startNewYork(): Promise<{ service: Service; admin: Client; anyone: Client }> {
  const service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  return { service, admin: service.as('admin'), anyone: service.anonymous };
}
