import { sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
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

  async roomLeft(unit: Unit, kind: string): Promise<number | null> {
    const stock = await this.#stock(unit, kind, false);
    return stock === null ? null : Math.max(0, stock.limit - stock.count);
  }

  /** Null when nothing limits the kind. */
  async #stock(unit: Unit, kind: string, isLocked = true): Promise<Stock | null> {
    if (!this.isEnforced) return null;
    const table = this.#counts.values.find(({ name }) => name === kind)?.limitedTable;
    if (!table) return null;
    const limit = await limitOf(unit, kind, isLocked);
    return limit === null ? null : { limit, count: await wholeCount(unit, table) };
  }
}

const exceeded = (kind: string, { limit, count }: Stock): string =>
  `The organization may have ${limit} ${kind} and has ${count}.`;

async function limitOf(
  { sql: trx, organization_id }: Unit,
  kind: string,
  isLocked: boolean,
): Promise<number | null> {
  const found = trx.selectFrom('organizations').select('quotas').where('id', '=', organization_id);
  const row = await (isLocked ? found.forNoKeyUpdate() : found).executeTakeFirst();
  return row?.quotas[kind] ?? null;
}

/** Site grants narrow what the caller sees, never what the organization has. */
async function wholeCount({ sql: trx }: Unit, table: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select organization_rows(${table}) as total`.execute(trx);
  return rows[0]?.total ?? 0;
}
