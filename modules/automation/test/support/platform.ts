import { DATABASE, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { type Harness, type Person, waitFor } from '@patchbay/test/harness';
import { ruleBody as anyRule } from '@patchbay/test/kit';

export type Fields = Readonly<Record<string, unknown>>;

export const NOWHERE = '01980000-0000-7000-8000-000000000001';

export const action = (action_type: string, params: Fields) => ({ action_type, params });
export const operation = (operation_id: string, params: Fields) =>
  action('fabric.operation', { operation_id, params });
export const logs = (message: string) => operation('fabric.log', { message });

/** A rule that answers external events by default. */
export const ruleBody = (fields: Fields = {}) => anyRule({ actions: [logs('x')], ...fields });

export const every = (cron: string, timezone?: string): Fields => ({
  trigger_type: 'schedule',
  trigger_config: { cron, ...(timezone ? { timezone } : {}) },
});

export const addRule = (harness: Harness, as: Person, fields: Fields = {}): Promise<string> =>
  harness.created(as, '/automation/rules', ruleBody(fields));

export const changeRule = (harness: Harness, as: Person, id: string, body: Fields) =>
  harness.call('PATCH', `/automation/rules/${id}`, { as, body });

export const dropRule = (harness: Harness, as: Person, id: string) =>
  harness.call('DELETE', `/automation/rules/${id}`, { as });

/** Publishes external events, one per payload; answers their ids. */
export const publish = (
  harness: Harness,
  organization_id: string,
  payloads: readonly Fields[],
  options: { readonly causation?: readonly string[]; readonly site_id?: string } = {},
) =>
  harness
    .get(DATABASE)
    .write(systemPrincipal(organization_id), async (work) =>
      payloads.map((payload) => work.events.publish(ingestExternal, { name: null, payload }, options)),
    );

export const executionsOf = async (harness: Harness, as: Person, id: string, query = '') =>
  (await harness.call('GET', `/automation/executions?rule_id=${id}${query}`, { as })).body;

/** Waits until the rule has so many executions, all of them ended. */
export const ended = (harness: Harness, as: Person, id: string, count: number) =>
  waitFor(`${count} ended executions`, async () => {
    const { items } = await executionsOf(harness, as, id);
    const hasEnded = items.every((execution: { finished_at: unknown }) => execution.finished_at !== null);
    return items.length >= count && hasEnded ? items : null;
  });

export const eventsOf = async (harness: Harness, as: Person, event_type: string) =>
  (await harness.call('GET', `/events?event_type=${event_type}`, { as })).body.items;

const testExemption = exempt('automation.tests', 'a test looks behind the curtain');

export const behind = <T>(harness: Harness, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
  harness.get(DATABASE).asSystem(testExemption, work);
