import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Lifecycle } from '#foundation/telemetry/lifecycle.ts';

/** Time for what is under way once no new connection is taken. */
const FINISH_WITHIN_MS = 7_000;
/** Batches that haven't begun by then are refused: a large one takes a while. */
const BEGIN_WITHIN_MS = 3_000;
/** Requests that come later are refused: within what is left they could not be finished. */
const SERVE_FOR_MS = 6_000;
/** Longest wait for a moment in which nothing arrives. */
const QUIET_WITHIN_MS = 250;
/** A turn of the event loop that takes no longer has found nothing to do. */
const QUIET_TURN_MS = 0.1;

/**
 * Waits for a turn of the event loop in which nothing arrived. What the system has accepted and nobody has read is reset
 * when a socket closes, so that right after such a turn the fewest are.
 */
async function quietTurn(): Promise<void> {
  const beganMs = performance.now();
  let turnedMs = beganMs;
  for (;;) {
    await turn();
    const nowMs = performance.now();
    if (nowMs - turnedMs < QUIET_TURN_MS || nowMs - beganMs > QUIET_WITHIN_MS) return;
    turnedMs = nowMs;
  }
}

/**
 * Ends the connections of this process in good order: it is not ready, but serves all that comes, until load balancers can
 * have noticed; then it takes no new connections, and finishes what is under way within seven seconds.
 * @param delayMs milliseconds for load balancers to notice
 */
export async function shutDown(lifecycle: Lifecycle, delayMs: number): Promise<void> {
  const { servers } = lifecycle;
  lifecycle.enter('draining');
  if (delayMs > 0) await pause(delayMs);
  await quietTurn();
  lifecycle.enter('closing');
  const closed = Promise.all(servers.map((server) => server.close()));
  const timers = [
    setTimeout(() => lifecycle.enter('finishing'), BEGIN_WITHIN_MS),
    setTimeout(() => {
      lifecycle.enter('refusing');
      for (const server of servers) server.refuseUnreceived();
    }, SERVE_FOR_MS),
    setTimeout(() => {
      for (const server of servers) server.disconnect();
    }, FINISH_WITHIN_MS),
  ];
  await closed;
  timers.forEach(clearTimeout);
}
