import type { Person } from '../../../harness/index.ts';
import { fillTables } from '../../../sweeps/support/fill.ts';
import { Rows } from '../../../sweeps/support/rows.ts';
import type { FieldSource } from '../../../sweeps/support/schema.ts';
import { bootWorld, populate, type World } from '../../../sweeps/support/world.ts';
import type { Known } from './page-addresses.ts';

type Test = Parameters<typeof bootWorld>[0];

export interface Furnished {
  readonly world: World;
  readonly known: Known;
  readonly rows: Rows;
}

/**
 * A platform with something to show on every page, and the ids of it: what has a route is made by it (`fields` says
 * with which values), what comes from devices and jobs is put into the tables.
 */
export async function furnishedWorld(t: Test, fields?: FieldSource): Promise<Furnished> {
  const world = await bootWorld(t, { judgesRecords: false });
  const { owner, harness } = world;
  const pool = await populate(t, world, owner, fields);
  const name = String(fields?.('name', { type: 'string', maxLength: 200 }) ?? 'made by a test');
  pool.add('connection', await harness.created(owner, '/fabric/connections', connection(name)));
  pool.add('automation_rule', await harness.created(owner, '/automation/rules', rule(name)));
  const rows = await Rows.open(harness.databaseUrl, t);
  await fillTables(rows, owner.organization_id, pool);
  await handNotificationsTo(owner, rows);
  await keepObjects(rows, name);
  pool.add('tunnel', (await harness.call('GET', '/vpn/tunnels', { as: owner })).body.items[0].id);
  return { world, known: pool, rows };
}

const connection = (name: string) => ({
  name,
  source_event: 'site.created',
  steps: [{ operation_id: 'fabric.log', params: { message: '{{trigger.name}} is there' } }],
});

const rule = (name: string) => ({
  name,
  trigger_type: 'event',
  trigger_config: { event_pattern: 'alert.created' },
  actions: [{ action_type: 'create_alert', params: { title: name, severity: 'warning' } }],
});

/** Notifications are for one person each. */
const handNotificationsTo = ({ user_id }: Person, rows: Rows) =>
  rows.query('update notifications set user_id = $1', [user_id]);

/** A tunnel and a firewall rule, as a sync of the controller would keep them. */
async function keepObjects(rows: Rows, name: string): Promise<void> {
  const objects = {
    'vpn.wireguard': { '.id': '*1', name, disabled: 'false' },
    'firewall.filter': { '.id': '*1', chain: 'forward', action: 'accept', comment: name },
  };
  for (const [feature, value] of Object.entries(objects))
    await rows.query(
      `insert into controller_objects
        select (jsonb_populate_record(kept, jsonb_build_object('id', gen_random_uuid(), 'feature', $1::text, 'value', $2::jsonb))).*
        from controller_objects kept limit 1`,
      [feature, JSON.stringify(value)],
    );
  await rows.query('update controllers set last_sync_at = now()');
}
