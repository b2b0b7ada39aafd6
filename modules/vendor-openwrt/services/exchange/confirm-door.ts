import { Service } from '@patchbay/kernel/di';
import { AdapterError, type DeviceConfirm } from '@patchbay/vendor-kit';
import type { ReadingSession } from '../inventory/reading-session.ts';
import { type ArmedSession, isDenied, isStatus } from '../writes/uci-writer.ts';
import { harmless, statusCodes, UbusFailure } from './failures.ts';
import type { UbusClient } from './ubus-client.ts';

/** Time a session outlives that for which it was armed. */
const GRACE_SECONDS = 300;
const SESSION_PATTERN = /^[0-9a-f]{32}$/;

/**
 * `uci apply` with roll-back. Arming opens the session in which the next push is staged and applied; the device keeps
 * its own copy of the files and puts it back when no `uci confirm` of that session comes in time.
 */
export class ConfirmDoor
  extends Service<{
    client: Pick<UbusClient, 'call' | 'login'>;
    reading: Pick<ReadingSession, 'call'>;
    armed: (armed: ArmedSession) => void;
  }>
  implements DeviceConfirm
{
  async arm(_name: string, seconds: number): Promise<string> {
    try {
      const session = await this.parts.client.login(seconds + GRACE_SECONDS);
      this.parts.armed({ session, seconds });
      return session;
    } catch (error) {
      throw harmless(error);
    }
  }

  async keep(token: string): Promise<void> {
    // A name instead of a session: the answer to arming was lost, and without it nothing can have been applied.
    if (!SESSION_PATTERN.test(token)) return;
    try {
      await this.parts.client.call(token, 'uci', 'confirm');
    } catch (error) {
      if (!isNothingArmed(error)) throw error;
    }
    await this.parts.client.call(token, 'session', 'destroy').catch(() => undefined);
  }

  /**
   * After a roll-back the steps stand staged in their session again. Otherwise an apply of a session that has
   * staged nothing shows it: refused while another apply waits, nothing to do when none does.
   */
  async isArmed(token: string): Promise<boolean> {
    if (!SESSION_PATTERN.test(token)) return false;
    try {
      const staged = await this.parts.client.call(token, 'uci', 'changes');
      const changes = staged?.['changes'];
      if (typeof changes === 'object' && changes !== null && Object.keys(changes).length > 0) return false;
    } catch (error) {
      if (!isDenied(error)) throw error;
    }
    try {
      await this.parts.reading.call('uci', 'apply', { rollback: true, timeout: 1 });
      return false;
    } catch (error) {
      if (isStatus(error, statusCodes.no_data)) return false;
      if (isStatus(error, statusCodes.permission_denied)) return true;
      throw error;
    }
  }
}

/** No apply waits, another's does, or the session is gone with the device's restart. */
const isNothingArmed = (error: unknown): boolean =>
  error instanceof AdapterError &&
  error instanceof UbusFailure &&
  (isStatus(error, statusCodes.no_data) || isStatus(error, statusCodes.permission_denied) || isDenied(error));
