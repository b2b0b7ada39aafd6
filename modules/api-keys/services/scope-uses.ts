import { type Database, exempt, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';

const usesExemption = exempt(
  'api_keys.scope_uses',
  'uses of keys of all organizations are written together, away from the requests',
);

const HOUR_MS = 3_600_000;
const FLUSH_AFTER_MS = 1_000;
const MAX_WAITING = 2_000;
const MAX_REMEMBERED = 20_000;

interface Use {
  readonly key_id: string;
  readonly permission: string;
  readonly at: string;
}

/**
 * Keeps the permissions that scoped keys really need. Requests only note; new ones of the hour are written
 * together a second later. When the queue is full, a use is left for the key's next request.
 */
export class ScopeUses extends Service<{
  database: Pick<Database, 'asSystem'>;
  clock: Clock;
  logger: Logger;
}> {
  readonly #writtenMs = new Map<string, number>();
  #waiting = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  note({ key_id }: Principal, permission: string): void {
    if (key_id === null) return;
    const name = `${key_id} ${permission}`;
    const nowMs = this.parts.clock.monotonicMs();
    const writtenMs = this.#writtenMs.get(name);
    if (writtenMs !== undefined && nowMs - writtenMs < HOUR_MS) return;
    if (this.#waiting.size >= MAX_WAITING) return;
    if (this.#writtenMs.size >= MAX_REMEMBERED) this.#writtenMs.clear();
    this.#writtenMs.set(name, nowMs);
    this.#waiting.set(name, { key_id, permission, at: this.parts.clock.now().toISOString() });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes noted uses; failed ones are noted again by the key's next request. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (uses.length > 0) this.#flushing = this.#flushing.then(() => this.#write(uses));
    return this.#flushing;
  }

  close(): Promise<void> {
    return this.flush();
  }

  async #write(uses: readonly Use[]): Promise<void> {
    try {
      await this.parts.database.asSystem(usesExemption, (trx) =>
        sql`
          insert into api_key_scope_uses as u (id, organization_id, key_id, permission, last_used_at)
          select w.id, k.organization_id, k.id, w.permission, w.at
          from unnest(${uses.map(() => newId())}::uuid[], ${uses.map(({ key_id }) => key_id)}::uuid[],
            ${uses.map(({ permission }) => permission)}::text[], ${uses.map(({ at }) => at)}::timestamptz[])
            as w(id, key_id, permission, at)
          join api_keys k on k.id = w.key_id
          order by k.id, w.permission
          on conflict (key_id, permission) do update
            set last_used_at = greatest(u.last_used_at, excluded.last_used_at), updated_at = now()`.execute(
          trx,
        ),
      );
    } catch (error) {
      for (const { key_id, permission } of uses) this.#writtenMs.delete(`${key_id} ${permission}`);
      this.parts.logger.warn('uses of keys could not be written', { uses: uses.length, error });
    }
  }
}
