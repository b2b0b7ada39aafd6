import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';

const sweepExemption = exempt('sso.sweep', 'states that have run out are removed in every organization');

/** Clocks of processes differ a little. */
const KEPT_MS = 3_600_000;
const MAX_PER_SWEEP = 10_000;

/** Removes states that would be refused for their age alone. */
export class Housekeeping extends Service<{ database: Database; clock: Clock }> {
  async sweep(): Promise<void> {
    await this.parts.database.asSystem(sweepExemption, (trx) => {
      const old = trx
        .selectFrom('sso_used_states')
        .select('id')
        .where('expires_at', '<', new Date(this.parts.clock.now().getTime() - KEPT_MS).toISOString())
        .limit(MAX_PER_SWEEP);
      return trx.deleteFrom('sso_used_states').where('id', 'in', old).execute();
    });
  }
}
