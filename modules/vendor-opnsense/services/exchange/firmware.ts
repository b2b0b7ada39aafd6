import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError, DeviceError, deviceWords } from '@patchbay/vendor-kit';
import { assertDone, objectOf, wordOf } from './answers.ts';
import type { FirewallAccess } from './firewall-access.ts';

/** Time limit of an upgrade; a longer one ends as unknown, and its log is read on the firewall. */
export const FIRMWARE_LIMIT_MS = 3_600_000;
/** Without a word on how long the push may last. */
const FOLLOW_MS = 24_000;
/** Between two looks, at most. */
const SLOWEST_MS = 10_000;

/** Starts an update or upgrade and follows it to its end: `done`, or `reboot` when the firewall restarts for it. */
export async function pushFirmware(
  access: FirewallAccess,
  path: string,
  statusPath: string,
  signal: AbortSignal = AbortSignal.timeout(FOLLOW_MS),
): Promise<void> {
  assertDone(await access.post(path));
  for (let waitMs = access.pollMs; ; waitMs = Math.min(SLOWEST_MS, waitMs * 1.2)) {
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw stillBusy();
    const answer = await look(access, statusPath);
    const status = answer === null ? 'running' : wordOf(answer);
    if (status === 'done' || status === 'reboot') return;
    if (status === 'error') throw broken(answer === null ? '' : lastLine(objectOf(answer)['log']));
  }
}

const stillBusy = (): DeviceError =>
  new DeviceError({
    type: 'adapter_timeout',
    outcome: 'unknown',
    message: 'the firewall was still busy with its firmware when the time for an apply was over',
  });

/** A firewall that replaces its packages does not always answer; the next look decides. */
async function look(access: FirewallAccess, statusPath: string) {
  try {
    return await access.get(statusPath);
  } catch (error) {
    const isAway =
      error instanceof AdapterError &&
      (error.type === 'adapter_connection_error' || error.type === 'adapter_timeout');
    if (isAway) return null;
    throw new DeviceError({
      type: error instanceof AdapterError ? error.type : 'adapter_error',
      outcome: 'unknown',
      message: `the upgrade was started, but not followed: ${error instanceof Error ? error.message : 'it failed'}`,
      cause: error,
    });
  }
}

const broken = (line: string): DeviceError =>
  new DeviceError({
    type: 'adapter_error',
    outcome: 'unknown',
    message: `the upgrade was started and ended in an error${line === '' ? '' : `: ${deviceWords(line)}`}`,
  });

const lastLine = (log: unknown): string =>
  typeof log === 'string' ? (log.trimEnd().split('\n').at(-1) ?? '') : '';
