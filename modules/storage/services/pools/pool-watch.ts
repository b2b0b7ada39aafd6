import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { inTime, type StoragePool, type Vendor } from '@patchbay/vendor-kit';
import { type ClaimedPoll, claimPolls, forgetDeleted } from './claim-polls.ts';
import { keepPools } from './pool-states.ts';
import { type PoolOwner, publishPools } from './publish-pools.ts';

export interface PoolWatchDeps {
  readonly database: Pick<Database, 'asSystem' | 'write'>;
  readonly controllers: Pick<Controllers, 'open'>;
  readonly vendors: Contributions<Vendor>;
  readonly logger: Logger;
  /** Usage in percent from which a pool counts as nearly full. */
  readonly warnAt: number;
}

const watching = exempt('storage.watch-pools', 'controllers of all organizations are asked in turn');
const MAX_AT_ONCE = 16;
const MAX_CLAIMED = 64;
const ANSWER_MS = 10_000;
/** Due pools that were not asked by then come first in the next round. */
const ROUND_MS = 180_000;

/**
 * Reads the pools of every controller that has some and publishes those that degraded or ran full. Any number of
 * processes may run it: a controller is claimed before it is asked, and the states kept and the events are one
 * transaction that holds only while the claim does. A controller that cannot be read changes nothing; the next
 * round asks it again.
 */
export class PoolWatch extends Service<PoolWatchDeps> {
  async round(signal: AbortSignal): Promise<void> {
    const { database } = this.parts;
    const vendors = this.parts.vendors.values.filter(({ pools }) => pools).map(({ id }) => id);
    const endMs = performance.now() + ROUND_MS;
    await database.asSystem(watching, forgetDeleted);
    let claimed: ClaimedPoll[];
    do {
      claimed = await database.asSystem(watching, (db) => claimPolls(db, vendors, MAX_CLAIMED));
      const isLast = claimed.length < MAX_CLAIMED;
      await this.#askAll(claimed, signal);
      if (isLast) return;
    } while (!signal.aborted && performance.now() < endMs);
  }

  async #askAll(claimed: ClaimedPoll[], signal: AbortSignal): Promise<void> {
    const lanes = Array.from({ length: MAX_AT_ONCE }, async () => {
      for (let next = claimed.pop(); next && !signal.aborted; next = claimed.pop()) await this.#ask(next);
    });
    await Promise.all(lanes);
  }

  async #ask(look: ClaimedPoll): Promise<void> {
    try {
      const pools = await inTime(this.#read(look), ANSWER_MS);
      if (pools !== null) await this.#compare(look, pools);
    } catch (error) {
      this.parts.logger.info('the pools of a controller could not be read', {
        controller_id: look.controller_id,
        error,
      });
    }
  }

  /** Null where the controller became another vendor's meanwhile. */
  async #read({ organization_id, controller_id }: ClaimedPoll): Promise<readonly StoragePool[] | null> {
    const { session } = await this.parts.controllers.open(systemPrincipal(organization_id), controller_id);
    return (await session.pools?.()) ?? null;
  }

  #compare(look: ClaimedPoll, pools: readonly StoragePool[]): Promise<void> {
    const { database, warnAt } = this.parts;
    return database.write(systemPrincipal(look.organization_id), async (work) => {
      const owner = await ownerWhileClaimed(work, look);
      if (owner === undefined) return;
      const changes = await keepPools(work, look.controller_id, pools, warnAt);
      await publishPools(work, owner, changes, warnAt);
    });
  }
}

/** Locks the look; nothing when another process claimed it meanwhile, or the controller is gone. */
async function ownerWhileClaimed(
  { sql: db }: UnitOfWork,
  { controller_id, claim }: ClaimedPoll,
): Promise<PoolOwner | undefined> {
  const { rows } = await sql<PoolOwner>`
    select c.id as controller_id, c.site_id, c.vendor
    from storage_pool_looks l join controllers c on c.id = l.id
    where l.id = ${controller_id}::uuid and l.ask_after = ${claim}::timestamptz and c.deleted_at is null
    for update of l`.execute(db);
  return rows[0];
}
