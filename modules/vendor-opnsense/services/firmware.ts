import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError as GatewayAdapterError } from '@patchbay/module-gateway/contract';
import { AdapterError } from './adapter-error.ts';
import { assertDone, objectOf, wordOf } from './answers.ts';
import { bounded } from './failures.ts';
import type { FirewallAccess } from './firewall-access.ts';

/** An apply has 30 seconds; what lasts longer ends as unknown, and its log is read on the firewall. */
const followMs = 24_000;

/** Starts an update or upgrade and follows it to its end: `done`, or `reboot` when the firewall restarts for it. */
export async function pushFirmware(access: FirewallAccess, path: string, statusPath: string): Promise<void> {
  assertDone(await access.post(path));
  const begun = performance.now();
  while (performance.now() - begun < followMs) {
    await pause(access.pollMs);
    const answer = await look(access, statusPath);
    const status = answer === null ? 'running' : wordOf(answer);
    if (status === 'done' || status === 'reboot') return;
    if (status === 'error') throw broken(answer === null ? '' : lastLine(objectOf(answer)['log']));
  }
  throw new AdapterError({
    type: 'adapter_timeout',
    outcome: 'unknown',
    message: 'the firewall was still busy with its firmware when the time for an apply was over',
  });
}

/** A firewall that replaces its packages does not always answer; the next look decides. */
async function look(access: FirewallAccess, statusPath: string) {
  try {
    return await access.get(statusPath);
  } catch (error) {
    const isAway =
      error instanceof GatewayAdapterError &&
      (error.type === 'adapter_connection_error' || error.type === 'adapter_timeout');
    if (isAway) return null;
    throw new AdapterError({
      type: error instanceof GatewayAdapterError ? error.type : 'adapter_error',
      outcome: 'unknown',
      message: `the upgrade was started, but not followed: ${error instanceof Error ? error.message : 'it failed'}`,
      cause: error,
    });
  }
}

const broken = (line: string): AdapterError =>
  new AdapterError({
    type: 'adapter_error',
    outcome: 'unknown',
    message: `the upgrade was started and ended in an error${line === '' ? '' : `: ${bounded(line)}`}`,
  });

const lastLine = (log: unknown): string =>
  typeof log === 'string' ? (log.trimEnd().split('\n').at(-1) ?? '') : '';
