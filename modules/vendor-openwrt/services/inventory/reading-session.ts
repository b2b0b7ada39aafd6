import { Service } from '@patchbay/kernel/di';
import { harmless } from '../exchange/failures.ts';
import type { SessionPool } from '../exchange/session-pool.ts';
import type { CallArguments, CallData, UbusClient } from '../exchange/ubus-client.ts';
import { isDenied } from '../writes/uci-writer.ts';

/** Calls in a shared session. Nothing may be staged in it: another user of it would apply that too. */
export class ReadingSession extends Service<{
  client: Pick<UbusClient, 'call' | 'login' | 'upload'>;
  pool: SessionPool;
  owner: string;
}> {
  /** A session that the device has forgotten is replaced once: a denied call has not been done. */
  call(object: string, method: string, given?: CallArguments, timeoutMs?: number): Promise<CallData | null> {
    return this.#within((session) => this.parts.client.call(session, object, method, given, timeoutMs));
  }

  upload(path: string, content: Buffer): Promise<CallData> {
    // The upload knows of sessions only that they fail, so a good one is made sure of first.
    return this.#within(async (session) => {
      await this.parts.client.call(session, 'session', 'access', {
        scope: 'ubus',
        object: 'file',
        function: 'write',
      });
      return this.parts.client.upload(session, path, content);
    });
  }

  async #within<T>(work: (session: string) => Promise<T>): Promise<T> {
    const session = await this.#session();
    try {
      return await work(session);
    } catch (error) {
      if (!isDenied(error)) throw error;
      this.parts.pool.drop(this.parts.owner, session);
      return work(await this.#session());
    }
  }

  #session(): Promise<string> {
    return this.parts.pool
      .take(this.parts.owner, () => this.parts.client.login())
      .catch((error: unknown) => Promise.reject(harmless(error)));
  }
}
