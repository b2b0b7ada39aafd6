import { randomUUID } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import pg from 'pg';
import { waitFor } from '../../harness/wait-for.ts';
import { BareAuditWriter } from '../floors/audit-writer.ts';
import { callsPerSecond } from '../load/callers.ts';
import { answers } from './answers.ts';

/** What the bench asks for: how many rows a caller writes together, and how many callers there are. */
interface Ask {
  readonly side: 'floor' | 'product';
  readonly callers: number;
  readonly rows: number;
  readonly seconds: number;
}

const databaseUrl = String(process.env['DATABASE_URL']);
const organization_id = randomUUID();
const principal = systemPrincipal(organization_id);
const platform = await createPlatform({ work: false });
const database = platform.get(DATABASE);
const watcher = new pg.Client({ connectionString: databaseUrl });
await watcher.connect();
const bare = new BareAuditWriter(databaseUrl, organization_id);
await bare.prepare();

const detailOf = () => ({
  device_id: organization_id,
  changed: { name: ['before', 'after'], status: ['online', 'offline'] },
  request_id: 'bench-0123456789abcdef',
});

const writeUnit = (rows: number) =>
  database.write(principal, async (work) => {
    for (let row = 0; row < rows; row += 1)
      work.audit.record({
        action: 'bench.write',
        target_type: 'device',
        target_id: organization_id,
        detail: detailOf(),
      });
  });

const appendRows = (rows: number) =>
  Promise.all(Array.from({ length: rows }, () => bare.append(JSON.stringify(detailOf()))));

const isSealed = async (): Promise<boolean> => {
  const unsealed = 'select exists (select from audit_pending where organization_id = $1) as waits';
  const { rows } = await watcher.query(unsealed, [organization_id]);
  return !rows[0].waits;
};

/** Rows per second; the product's count once they stand in the chain. */
async function measure({ side, callers, rows, seconds }: Ask): Promise<number> {
  const startedMs = performance.now();
  const perSecond = await callsPerSecond(callers, seconds, () =>
    side === 'floor' ? appendRows(rows) : writeUnit(rows),
  );
  const written = perSecond * ((performance.now() - startedMs) / 1_000) * rows;
  if (side === 'product') await waitFor('the seal', isSealed, { timeoutMs: 60_000, everyMs: 10 });
  return written / ((performance.now() - startedMs) / 1_000);
}

answers(
  async (ask: Ask) => ({ rowsPerSecond: await measure(ask) }),
  () => Promise.all([platform.stop(), bare.close(), watcher.end()]),
);
process.send?.({ ready: true });
