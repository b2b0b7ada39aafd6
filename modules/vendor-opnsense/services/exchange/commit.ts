import { AdapterError, DeviceError } from '@patchbay/vendor-kit';
import { commitFailure } from './answers.ts';
import type { FirewallAccess } from './firewall-access.ts';

/** A reload of a service takes longer than a save. */
const COMMIT_TIMEOUT_MS = 14_000;

/**
 * Brings saved objects into service. After a failure here the saved configuration has changed already, so the
 * outcome is unknown even where this command alone was refused or never sent.
 */
export async function commit(access: FirewallAccess, path: string, saved: string): Promise<void> {
  let failure: string | null;
  try {
    failure = commitFailure(await access.post(access.commitPath(path), {}, COMMIT_TIMEOUT_MS));
  } catch (error) {
    throw notInService(error, saved);
  }
  if (failure !== null) throw notInService(new Error(`the firewall answered "${failure}"`), saved);
}

export function notInService(error: unknown, saved: string): DeviceError {
  const known = error instanceof AdapterError ? error : null;
  const why = error instanceof Error ? error.message : 'it failed';
  return new DeviceError({
    type: known?.type ?? 'adapter_error',
    outcome: 'unknown',
    message: `${saved}, but not taken into service: ${why}`,
    cause: error,
    ...(known?.retry_after_seconds === undefined ? {} : { retry_after_seconds: known.retry_after_seconds }),
  });
}
