import type { Person } from '../../../harness/index.ts';
import { fillTables } from '../../../sweeps/support/fill.ts';
import { Rows } from '../../../sweeps/support/rows.ts';
import type { FieldSource } from '../../../sweeps/support/schema.ts';
import { bootWorld, populate, type World } from '../../../sweeps/support/world.ts';
import type { Known } from './page-addresses.ts';

type Test = Parameters<typeof bootWorld>[0];

/** What a field of a body holds at most, and what it holds otherwise. */
export interface Furnishing {
  /** Text for free fields, in the place of made-up ones. */
  readonly fields?: FieldSource;
  /** A text that is shown wherever a person can name something. */
  readonly name?: string;
}

/** A platform with something to show on every page, and the ids of it. */
export async function furnishedWorld(
  t: Test,
  { fields, name = 'made by a test' }: Furnishing = {},
): Promise<{ readonly world: World; readonly known: Known }> {
  const world = await bootWorld(t, { judgesRecords: false });
  const { owner, harness } = world;
  const pool = await populate(t, world, owner, fields);
  pool.add('connection', await harness.created(owner, '/fabric/connections', connection(name)));
  pool.add('automation_rule', await harness.created(owner, '/automation/rules', rule(name)));
  await fillTables(await Rows.open(harness.databaseUrl, t), owner.organization_id, pool);
  return { world, known: pool };
}

const connection = (name: string) => ({
  name,
  source_event: 'site.created',
  steps: [{ operation_id: 'fabric.log', params: { message: `{{trigger.name}} ${name}`.slice(0, 1_000) } }],
});

const rule = (name: string) => ({
  name,
  trigger_type: 'event',
  trigger_config: { event_pattern: 'alert.created' },
  actions: [{ action_type: 'create_alert', params: { title: name, severity: 'warning' } }],
});

export type { Person };
