import { randomUUID } from 'node:crypto';
import { createPool, rowSecurity } from '@patchbay/kernel/database';
import type pg from 'pg';
import { atLeast, type Bench } from '../../bench.ts';
import { callsPerSecond } from '../../load/callers.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const CALLERS = 16;
const POOL_SIZE = 10;
const PASSWORD = 'bench';
const COLUMNS =
  'id, organization_id, site_id, name, kind, status, ip, mac, model, firmware, serial, created_at, updated_at';
const TABLES = [
  { name: 'rls_sites', like: 'sites', site: 'id' },
  { name: 'rls_audit', like: 'audit_log', site: null },
  { name: 'rls_events', like: 'event_log', site: 'site_id' },
] as const;

/** Sends statements of one transaction without waiting between them, as the unit of work does. */
async function inOneTrip(pool: pg.Pool, statements: readonly (string | pg.QueryConfig)[]): Promise<void> {
  const client = await pool.connect();
  try {
    await Promise.all(statements.map((statement) => client.query(statement as pg.QueryConfig)));
  } finally {
    client.release();
  }
}

const listStatements = (organization_id: string | null): readonly pg.QueryConfig[] => {
  const where =
    organization_id === null ? 'deleted_at is null' : 'organization_id = $1 and deleted_at is null';
  const name = organization_id === null ? 'scoped' : 'bare';
  const values = organization_id === null ? [] : [organization_id];
  return [
    {
      name: `page_${name}`,
      text: `select ${COLUMNS} from devices where ${where} order by name, id limit 50`,
      values,
    },
    { name: `count_${name}`, text: `select count(*) as total from devices where ${where}`, values },
  ];
};

function writeStatements(organization_id: string): readonly pg.QueryConfig[] {
  const id = randomUUID();
  return [
    {
      name: 'site',
      text: 'insert into rls_sites (id, organization_id, name, slug) values ($1, $2, $3, $3) returning id, created_at',
      values: [id, organization_id, id],
    },
    {
      name: 'audit',
      text: `insert into rls_audit (id, organization_id, actor_kind, action, detail, occurred_at, intake_mac)
             values ($1, $2, 'user', 'sites.create', $3, now(), '')`,
      values: [randomUUID(), organization_id, { id }],
    },
    {
      name: 'event',
      text: `insert into rls_events (id, organization_id, site_id, event_type, category, priority, payload)
             values ($1, $2, $3, 'site.created', 'site', 'normal', $4)`,
      values: [randomUUID(), organization_id, id, { id }],
    },
  ];
}

async function prepare(owner: pg.Pool): Promise<void> {
  await owner.query(`create role bench_app login password '${PASSWORD}' in role patchbay_app`);
  for (const { name, like, site } of TABLES) {
    await owner.query(`create table ${name} (like ${like} including all)`);
    for (const statement of rowSecurity(name, site)) await owner.query(statement);
  }
}

async function run(stage: Stage) {
  const { product, organization_id } = await stage.scene();
  const scoped = new URL(product.databaseUrl);
  scoped.username = 'bench_app';
  scoped.password = PASSWORD;
  const poolOf = (url: string) => createPool({ url, size: POOL_SIZE, name: 'bench', onError: () => {} });
  const owner = poolOf(product.databaseUrl);
  const app = poolOf(scoped.href);
  try {
    await prepare(owner);
    const scope = `set local app.organization_id='${organization_id}';set local app.site_ids=''`;
    const measure = (bare: () => Promise<void>, within: () => Promise<void>) =>
      alternate(stage.options.rounds, {
        floor: () => callsPerSecond(CALLERS, stage.options.seconds / 2, bare),
        product: () => callsPerSecond(CALLERS, stage.options.seconds / 2, within),
      });
    const list = await measure(
      () => inOneTrip(owner, ['begin read only', ...listStatements(organization_id), 'commit']),
      () => inOneTrip(app, [`begin read only;${scope}`, ...listStatements(null), 'commit']),
    );
    const write = await measure(
      () => inOneTrip(owner, ['begin', ...writeStatements(organization_id), 'commit']),
      () => inOneTrip(app, [`begin;${scope}`, ...writeStatements(organization_id), 'commit']),
    );
    return [
      { name: 'rls list', unit: 'pages/s', ...list, bar: atLeast(0.85) },
      { name: 'rls write', unit: 'writes/s', ...write, bar: atLeast(0.9) },
    ];
  } finally {
    await Promise.all([owner.end(), app.end()]);
  }
}

export const rls: Bench = {
  name: 'rls',
  about: 'row-level security against the same statements as the owner',
  run,
};
