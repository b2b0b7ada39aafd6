import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_RECORDS } from '@patchbay/kernel/audit';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { bootPlatform } from '@patchbay/test/harness';
import pg from 'pg';
import type { Test } from 'tap';
import { AuditChain } from '../../services/audit-chain.ts';
import type { ChainReport } from '../../services/chain-validator.ts';

export const kinds = ({ problems }: ChainReport): readonly string[] => [
  ...new Set(problems.map(({ kind }) => kind)),
];

export const recordAt = (place: string): string =>
  `id in (select record_id from audit_links where organization_id = $1 and sequence ${place})`;
export const COPY_OF_THIRD = `insert into audit_log
    (id, organization_id, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac)
  select uuidv7(), organization_id, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac
  from audit_log where organization_id = $1 and ${recordAt('= 3')}`;
export const CUT_TAIL = [
  `delete from audit_log where organization_id = $1 and ${recordAt('> 3')}`,
  'delete from audit_links where organization_id = $1 and sequence > 3',
];
export const HEAD_SET_BACK = `update audit_heads set sequence = 3,
  chain_mac = (select chain_mac from audit_links where organization_id = $1 and sequence = 3) where organization_id = $1`;

/** A platform with a chain of audit records of its own, and ways past every lock. */
export async function chainScene(t: Test) {
  const outside = await mkdtemp(join(tmpdir(), 'patchbay-checkpoints-'));
  t.teardown(() => rm(outside, { recursive: true, force: true }));
  const harness = await bootPlatform(t, {
    environment: { PATCHBAY_MODULES: 'identity' },
    work: false,
  });
  const database = harness.get(DATABASE);
  // A chain of its own: no watch of the module validates beside the test.
  const chain = new AuditChain(
    harness.get(AUDIT_RECORDS),
    database,
    harness.get(SECRETS),
    harness.get(CLOCK),
    harness.get(LOGGER),
    outside,
  );
  chain.start();
  t.teardown(() => chain.stop());
  const superuser = new pg.Client({ connectionString: harness.databaseUrl });
  await superuser.connect();
  t.teardown(() => superuser.end());

  /** A fresh organization with so many sealed records. */
  async function recorded(count: number): Promise<string> {
    const organization_id = randomUUID();
    for (let index = 0; index < count; index += 1)
      await database.write(systemPrincipal(organization_id), async (work) => {
        work.audit.record({
          action: 'test.act',
          target_type: 'thing',
          target_id: String(index),
          detail: { b: 2, a: [1, { d: 1.5, c: null }] },
        });
      });
    const report = await chain.validate(organization_id);
    t.match(report, { valid: true, sealed: count, unsealed: 0, problems: [] }, 'whole before it is touched');
    return organization_id;
  }

  async function after(
    count: number,
    damage: (organization_id: string) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const organization_id = await recorded(count);
    await damage(organization_id);
    const report = await chain.validate(organization_id);
    t.equal(report.valid, false);
    return kinds(report);
  }

  /** Runs one statement past every lock, for one organization. */
  const strike = (statement: string) => (organization_id: string) =>
    superuser.query(statement, [organization_id]);
  return { after, chain, database, harness, outside, recorded, strike, superuser };
}
