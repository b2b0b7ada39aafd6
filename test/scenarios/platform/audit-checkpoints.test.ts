import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { AUDIT_CHAIN } from '@patchbay/module-audit/contract';
import pg from 'pg';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';
import { KeptLog } from '../support/platform/kept-log.ts';

/** Chains of so many organizations, one record each, and the folder of their checkpoints. */
async function chains(t: Parameters<typeof bootPlatform>[0], count: number) {
  const outside = await mkdtemp(join(tmpdir(), 'patchbay-checkpoints-'));
  t.teardown(() => rm(outside, { recursive: true, force: true }));
  const log = new KeptLog();
  const environment = { PATCHBAY_MODULES: 'identity,audit', AUDIT_CHECKPOINT_DIR: outside };
  const harness = await bootPlatform(t, { environment, logger: log, work: false });
  const chain = harness.get(AUDIT_CHAIN);
  const record = async (organization_id: string): Promise<void> => {
    await harness
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) => work.audit.record({ action: 'test.act' }));
    await chain.seal(organization_id);
  };
  const ids = Array.from({ length: count }, () => randomUUID()).toSorted();
  for (const id of ids) await record(id);
  return { outside, log, harness, chain, record, ids };
}

t.test('a checkpoint that cannot be kept is told by its organization and keeps no other', async (t) => {
  const { outside, log, harness, chain, record, ids } = await chains(t, 4);
  const [failing, later, removed, last] = ids as [string, string, string, string];
  await chain.keepCheckpoints();
  const file = (id: string): string => join(outside, `${id}.json`);
  const sequenceKept = async (id: string) => JSON.parse(await readFile(file(id), 'utf8')).sequence;
  await rm(file(failing));
  await mkdir(file(failing));
  for (const id of [failing, later, last]) await record(id);
  const superuser = new pg.Client({ connectionString: harness.databaseUrl });
  await superuser.connect();
  t.teardown(() => superuser.end());
  for (const table of ['audit_log', 'audit_links', 'audit_heads', 'audit_checkpoints'])
    await superuser.query(`delete from ${table} where organization_id = $1`, [removed]);
  const told: string[] = [];
  t.teardown(chain.onSetBack((id) => told.push(id)));

  await chain.keepCheckpoints();
  t.same(await Promise.all([later, last].map(sequenceKept)), [2, 2]);
  t.same(told, [removed]);
  const failures = log.lines.filter(({ message }) => message.includes('cannot be kept'));
  t.same(
    failures.map(({ level, fields }) => [level, fields['organization_ids'], fields['failed']]),
    [['error', [failing], 1]],
  );
});

t.test('a checkpoint that is none is told in the log before another takes its place', async (t) => {
  const { outside, log, chain, record, ids } = await chains(t, 1);
  const [id] = ids as [string];
  await chain.keepCheckpoints();
  await writeFile(join(outside, `${id}.json`), '{"organization_id":');
  await record(id);
  await chain.keepCheckpoints();
  t.same(
    log.lines
      .filter(({ level }) => level === 'error')
      .map(({ message, fields }) => [message, fields['organization_id']]),
    [['an audit checkpoint cannot be read and proves nothing; the next one takes its place', id]],
  );
  t.same(await readdir(outside), [`${id}.json`]);
});
