import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Lifecycle } from '#foundation/telemetry/lifecycle.ts';

/** Time for what is under way once no new connection is taken. */
const FINISH_WITHIN_MS = 7_000;
/** Batches that haven't begun by then are refused: a large one takes a while. */
const BEGIN_WITHIN_MS = 3_000;
/** Requests that come later are refused: within what is left they could not be finished. */
const SERVE_FOR_MS = 6_000;
/** Batches that have begun, and are no transaction, refuse what they haven't done by then: it would be cut off else. */
const END_BATCHES_MS = 10_000;
/** Then even batches are cut off. */
const LONGEST_MS = 11_000;
/** Longest wait for a moment in which nothing arrives. */
const QUIET_WITHIN_MS = 1_000;
/** A turn of the event loop that takes no longer has found next to nothing to do. */
const QUIET_TURN_MS = 0.5;

/** Waits for a turn of the event loop in which no connection was taken: of those that wait each turn takes one. */
async function quietTurn({ servers }: Lifecycle): Promise<void> {
  const countTaken = () => servers.reduce((sum, server) => sum + server.countTaken(), 0);
  const beganMs = performance.now();
  let turnedMs = beganMs;
  let taken = countTaken();
  for (;;) {
    await turn();
    const nowMs = performance.now();
    const isQuiet = countTaken() === taken && nowMs - turnedMs < QUIET_TURN_MS;
    if (isQuiet || nowMs - beganMs > QUIET_WITHIN_MS) return;
    turnedMs = nowMs;
    taken = countTaken();
  }
}

/**
 * Ends the connections of this process in good order: it is not ready, but serves all that comes, until load balancers can
 * have noticed; then it takes no new connections, and finishes what is under way within seven seconds, batches within eleven.
 * @param delayMs milliseconds for load balancers to notice
 */
export async function shutDown(lifecycle: Lifecycle, delayMs: number): Promise<void> {
  const { servers } = lifecycle;
  lifecycle.enter('draining');
  if (delayMs > 0) await pause(delayMs);
  // A connection that the system has taken and that nobody has read is reset when the socket closes, and a proxy does not send a
  // write on it again. Right after a quiet turn there is none, and where requests are held turns become quiet however many arrive.
  lifecycle.hold();
  await quietTurn(lifecycle);
  lifecycle.enter('closing');
  const closed = Promise.all(servers.map((server) => server.close()));
  lifecycle.letIn();
  const disconnect = () => {
    for (const server of servers) server.disconnect();
  };
  const timers = [
    setTimeout(() => lifecycle.enter('finishing'), BEGIN_WITHIN_MS),
    setTimeout(() => {
      lifecycle.enter('refusing');
      for (const server of servers) server.refuseUnreceived();
    }, SERVE_FOR_MS),
    setTimeout(() => lifecycle.onLongEnded(disconnect), FINISH_WITHIN_MS),
    setTimeout(() => lifecycle.enter('ending'), END_BATCHES_MS),
    setTimeout(disconnect, LONGEST_MS),
  ];
  await closed;
  timers.forEach(clearTimeout);
}
