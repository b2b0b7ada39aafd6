import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError, DeviceError, deviceWords, type VendorValue } from '@patchbay/vendor-kit';
import { recordOf, textOrNull } from './answers.ts';
import type { HostAccess } from './host-access.ts';

const upidPattern =
  /^UPID:([A-Za-z0-9][A-Za-z0-9-]*):[0-9A-Fa-f]{8}:[0-9A-Fa-f]{8,9}:[0-9A-Fa-f]{8}:[^:\s]+:[^:\s]*:[^:\s]+:$/;
/** Without a word on how long a push may last. */
const FOLLOW_MS = 24_000;
const GROWTH = 1.5;
/** Times the first pause. */
const SLOWEST = 50;
/** Looks that may be refused in a row before the task counts as out of sight. */
const MAX_REFUSED = 3;
const passing = new Set(['adapter_connection_error', 'adapter_timeout', 'adapter_rate_limit']);

/** The id of a task where the call answered one; null when the work was done at once. */
export const taskIn = (data: unknown): string | null =>
  typeof data === 'string' && upidPattern.test(data) ? data : null;

/**
 * Follows a task to its end, which every node of the cluster reports. Resolves when it ended well; a task that
 * ended with an error is refused with its exit status, one whose end was not seen is unknown.
 */
export async function followTask(access: HostAccess, upid: string, signal?: AbortSignal): Promise<void> {
  const node = upidPattern.exec(upid)?.[1] ?? '';
  const path = `/nodes/${node}/tasks/${encodeURIComponent(upid)}/status`;
  const over = signal ?? AbortSignal.timeout(FOLLOW_MS);
  let refused = 0;
  for (let waitMs = access.pollMs; ; waitMs = Math.min(waitMs * GROWTH, access.pollMs * SLOWEST)) {
    await pause(waitMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) throw stillRuns(upid);
    let seen: VendorValue;
    try {
      seen = recordOf((await access.get(path)).data);
      refused = 0;
    } catch (error) {
      // A host that restarts a part of itself does not always answer; the next look decides.
      const isPassing = error instanceof AdapterError && passing.has(error.type);
      refused += isPassing ? 0 : 1;
      if (refused >= MAX_REFUSED) throw outOfSight(upid, error);
      continue;
    }
    if (seen['status'] === 'stopped') return judge(upid, textOrNull(seen['exitstatus']));
  }
}

function judge(upid: string, exitstatus: string | null): void {
  if (exitstatus === 'OK' || exitstatus?.startsWith('WARNINGS')) return;
  const isKnown = exitstatus !== null && exitstatus !== 'unexpected status';
  const told = deviceWords(exitstatus ?? 'no exit status');
  throw new DeviceError({
    type: 'adapter_error',
    outcome: isKnown ? 'refused' : 'unknown',
    message: `the task ${kindOf(upid)} of the host ended: ${told}`,
    detail: told,
  });
}

const stillRuns = (upid: string): DeviceError =>
  new DeviceError({
    type: 'adapter_timeout',
    outcome: 'unknown',
    message: `the host was still busy with its task ${kindOf(upid)} when the time for a push was over`,
    detail: upid,
  });

const outOfSight = (upid: string, cause: unknown): DeviceError =>
  new DeviceError({
    type: cause instanceof AdapterError ? cause.type : 'adapter_error',
    outcome: 'unknown',
    message: `the task ${kindOf(upid)} was started, but not followed: ${cause instanceof Error ? cause.message : 'it failed'}`,
    detail: upid,
    cause,
  });

const kindOf = (upid: string): string => upid.split(':')[5] ?? '';
