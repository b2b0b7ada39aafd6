import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import type { Contributions } from '@patchbay/kernel/extension';
import type { OrganizationCount, Quotas } from '../contract.ts';
import { quotaExceeded } from '../errors.ts';

interface Stock {
  readonly limit: number;
  readonly count: number;
}

/**
 * Holds creations to the organization's quotas. The organization's row is locked first, so that of many
 * creations at once each counts what those before it made; the lock leaves foreign keys to the row alone.
 */
export class OrganizationQuotas implements Quotas {
  readonly isEnforced: boolean;
  readonly #counts: Contributions<OrganizationCount>;

  constructor(isEnforced: boolean, counts: Contributions<OrganizationCount>) {
    this.isEnforced = isEnforced;
    this.#counts = counts;
  }

  async assertRoom(work: UnitOfWork, kind: string, adding = 1): Promise<void> {
    const stock = await this.#stock(work, kind);
    if (stock === null || stock.count + adding <= stock.limit) return;
    throw quotaExceeded({ message: exceeded(kind, stock) });
  }

  async roomFor(work: UnitOfWork, kind: string, adding: number): Promise<number> {
    const stock = await this.#stock(work, kind);
    return stock === null ? adding : Math.max(0, Math.min(adding, stock.limit - stock.count));
  }

  /** Null when nothing limits the kind. */
  async #stock(work: UnitOfWork, kind: string): Promise<Stock | null> {
    if (!this.isEnforced) return null;
    const table = this.#counts.values.find(({ name }) => name === kind)?.limitedTable;
    if (!table) return null;
    const limit = await lockedLimit(work, kind);
    return limit === null ? null : { limit, count: await wholeCount(work, table) };
  }
}

const exceeded = (kind: string, { limit, count }: Stock): string =>
  `The organization may have ${limit} ${kind} and has ${count}.`;

async function lockedLimit({ sql: trx, organization_id }: UnitOfWork, kind: string): Promise<number | null> {
  const row = await trx
    .selectFrom('organizations')
    .select('quotas')
    .where('id', '=', organization_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.quotas[kind] ?? null;
}

/** Site grants narrow what the caller sees, never what the organization has. */
async function wholeCount({ sql: trx }: UnitOfWork, table: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select organization_rows(${table}) as total`.execute(trx);
  return rows[0]?.total ?? 0;
}
