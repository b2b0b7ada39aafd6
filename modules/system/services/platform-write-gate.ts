import { type Database, exempt, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SystemSettings } from '../config.ts';
import type { GateState, WriteGate } from '../contract.ts';
import { writeGateChanged } from '../events.ts';

const gateExemption = exempt('system.write_gate', 'the gate is one setting for the whole platform');

/** Override, else environment, else the shipped default, else closed (DECISIONS 22). */
export class PlatformWriteGate
  extends Service<{ database: Database; config: SystemSettings }>
  implements WriteGate
{
  async state(unit?: Unit): Promise<GateState> {
    return gateState(await this.#override(unit), this.parts.config);
  }

  async isOpen(unit?: Unit): Promise<boolean> {
    return !(await this.state(unit)).read_only;
  }

  /** Sets the override, or takes it away with null; part of the audited record's transaction. */
  async override(principal: Principal, read_only: boolean | null): Promise<GateState> {
    await this.parts.database.write(principal, async (work) => {
      await sql`select system_override_read_only(${read_only}::boolean)`.execute(work.sql);
      work.audit.record({
        action: 'system.set_read_only',
        target_type: 'platform',
        target_id: null,
        detail: { read_only },
      });
      const { read_only: holds, source } = gateState(read_only, this.parts.config);
      const { user_id: actor_id } = principal;
      work.events.publish(writeGateChanged, { override: read_only, read_only: holds, source, actor_id });
    });
    return this.state();
  }

  async #override(unit: Unit | undefined): Promise<boolean | null> {
    const asked = sql<{ value: boolean | null }>`select system_overridden_read_only() as value`;
    const { rows } = await (unit
      ? asked.execute(unit.sql)
      : this.parts.database.onceAsSystem(gateExemption, (trx) => asked.execute(trx)));
    return rows[0]?.value ?? null;
  }
}

export function gateState(
  override: boolean | null,
  { ADAPTER_READ_ONLY, ADAPTER_READ_ONLY_DEFAULT }: SystemSettings,
): GateState {
  if (override !== null) return { read_only: override, source: 'override' };
  if (ADAPTER_READ_ONLY !== undefined) return { read_only: ADAPTER_READ_ONLY, source: 'environment' };
  if (ADAPTER_READ_ONLY_DEFAULT !== undefined)
    return { read_only: ADAPTER_READ_ONLY_DEFAULT, source: 'default' };
  return { read_only: true, source: 'fallback' };
}
