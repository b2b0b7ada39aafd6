import { setTimeout as pause } from 'node:timers/promises';
import { DeviceError } from '@patchbay/vendor-kit';
import type { ApiClient, Row } from './api-client.ts';

type Client = Pick<ApiClient, 'get' | 'write'>;

/** Less than a push may take as a whole. */
const MAX_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * Brings saved objects into effect and waits until they are. The product does this for everything that is saved
 * and not yet in effect, of all users. Throws when it is not done in time.
 */
export async function commit(client: Client, path: string, subsystem: string | null): Promise<void> {
  const deadline = performance.now() + MAX_MS;
  await client.write('POST', path, {});
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    if (isDone(await client.get(path), subsystem)) return;
    if (performance.now() + pauseMs > deadline) throw notInTime();
    await pause(pauseMs);
  }
}

/** Others may save more meanwhile; only this write is waited for, where the product distinguishes it. */
function isDone(state: Row, subsystem: string | null): boolean {
  const { applied, pending_subsystems: pending } = state;
  if (applied !== false) return true;
  return subsystem !== null && Array.isArray(pending) && pending.length > 0 && !pending.includes(subsystem);
}

const notInTime = (): DeviceError =>
  new DeviceError({
    type: 'adapter_timeout',
    outcome: 'unknown',
    message: 'the firewall was still at it when the time was up',
  });
