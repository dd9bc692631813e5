import { lookup } from 'node:dns/promises';
import { BoundSocket, isIP } from 'node:net';

/**
 * Checks that a server could listen at a port, without listening there: clients that connected meanwhile would be cut off.
 * @throws the system's error
 */
export async function checkPortFree({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  const address = isIP(host) ? host : (await lookup(host)).address;
  new BoundSocket({ host: address, port }).close();
}
