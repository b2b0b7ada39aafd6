import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Logger } from '@patchbay/kernel/telemetry';
import { describeBudget, type EmitSpent, type Emitted, emitBudgets } from '@patchbay/plugins-sdk/package';
import { pluginOverBudget } from '../../contract.ts';
import { appendLog } from '../state/plugin-logs.ts';
import { removeOld } from '../state/remove-old.ts';
import type { CallEffects } from './call-effects.ts';

/** Minutes until an organization is notified again. */
const TOLD_MINUTES = 10;
const pruneExemption = exempt(
  'plugins.forget-emissions',
  'emissions of plugins of all organizations are removed by age',
);

/** Counts what plugins emit, over all processes, and says once that a budget is spent. */
export class Emissions extends Service<{ database: Database; logger: Logger }> {
  /** Earlier emissions: for the event at the beginning of a chain, and in the last minute. */
  spent(plugin_id: string, organization_id: string, root_event_id: string | null): Promise<EmitSpent> {
    return this.parts.database.read(systemPrincipal(organization_id), async ({ sql: db }) => {
      const { rows } = await sql<Emitted & { readonly budget: keyof EmitSpent }>`
        select 'cause' as budget, coalesce(sum(events), 0)::integer as events, coalesce(sum(bytes), 0)::float8 as bytes
        from plugin_emissions
        where plugin_id = ${plugin_id} and organization_id = ${organization_id}::uuid and root_event_id = ${root_event_id}::uuid
        union all
        select 'minute', coalesce(sum(events), 0)::integer, coalesce(sum(bytes), 0)::float8 from plugin_emissions
        where plugin_id = ${plugin_id} and organization_id = ${organization_id}::uuid
          and created_at > now() - interval '1 minute'`.execute(db);
      const of = (name: keyof EmitSpent) =>
        rows.find(({ budget }) => budget === name) ?? { events: 0, bytes: 0 };
      return { cause: of('cause'), minute: of('minute') };
    });
  }

  /** In the unit that publishes them. */
  async record(
    { sql: db, organization_id }: UnitOfWork,
    plugin_id: string,
    root_event_id: string | null,
    { events, bytes }: Emitted,
  ): Promise<void> {
    if (events === 0) return;
    const row = { id: newId(), organization_id, plugin_id, root_event_id, events, bytes, told: false };
    await db.insertInto('plugin_emissions').values(row).execute();
  }

  /** One event and one line for the organization whose plugin wants more than its budget. Never rejects. */
  async tell({ plugin_id, organization_id, version, cause, overdrawn }: CallEffects): Promise<void> {
    if (overdrawn === null) return;
    try {
      await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
        if (await wasTold(work, plugin_id)) return;
        const mark = { id: newId(), organization_id, plugin_id, root_event_id: null, events: 0, bytes: 0 };
        await work.sql
          .insertInto('plugin_emissions')
          .values({ ...mark, told: true })
          .execute();
        const { events: most_events, bytes: most_bytes } = emitBudgets[overdrawn];
        const payload = { plugin_id, version, budget: overdrawn, most_events, most_bytes };
        const causation = cause === null ? [] : [...cause.causation, cause.id];
        work.events.publish(pluginOverBudget, payload, { causation });
        const message = `${describeBudget(overdrawn)}; more was refused`;
        await appendLog(work, plugin_id, cause?.id ?? null, [{ level: 'warn', message, fields: null }]);
      });
    } catch (error) {
      this.parts.logger.warn(
        'the notice that a budget is spent could not be published; the next refusal tries again',
        {
          error,
          plugin_id,
        },
      );
    }
  }

  /** Forgets what is older than a week: no chain of causes lives so long. */
  async prune(signal: AbortSignal): Promise<void> {
    await removeOld(signal, 'plugin_emissions', (step) => this.parts.database.asSystem(pruneExemption, step));
  }
}

async function wasTold({ sql: db }: UnitOfWork, plugin_id: string): Promise<boolean> {
  const marks = db.selectFrom('plugin_emissions').select('id').where('plugin_id', '=', plugin_id);
  const recent = marks.where('told', '=', true);
  const since = sql<string>`now() - make_interval(mins => ${TOLD_MINUTES})`;
  return (await recent.where('created_at', '>', since).limit(1).executeTakeFirst()) !== undefined;
}
