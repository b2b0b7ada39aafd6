import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { envelopeUnreadable, type SealedColumn, type SecretBox } from '@patchbay/kernel/secrets';

const BATCH = 200;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const resealExemption = exempt(
  'secrets.reseal',
  'a new SECRET_KEY concerns the secrets of every organization',
);

/** Changes of one column. */
export interface ResealReport {
  readonly resealed: number;
  /** Rows whose envelope none of the given keys opens. */
  readonly unreadable: number;
  /** Counts by organization; `null` stands for rows of the platform. */
  readonly organizations: ReadonlyMap<string | null, number>;
}

interface SealedRow {
  readonly id: string;
  readonly place_id: string;
  readonly organization_id: string | null;
  readonly envelope: string;
}

interface Batch {
  readonly rows: readonly SealedRow[];
  readonly fresh: readonly { readonly id: string; readonly old: string; readonly envelope: string }[];
  readonly changed: number;
}

/** Which column is sealed again, and by whom. */
export interface ResealOptions {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly column: SealedColumn;
  /** Called after every batch with the count of rows sealed again so far. */
  readonly onBatch?: (resealed: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Seals every envelope of one column with the current key. A batch is a transaction: killed in between, the
 * rest is left for the next run. A row is changed only while it still holds the envelope that was read, so it
 * is safe beside a platform that runs; rows that are locked are left for the next pass.
 */
export async function resealColumn(options: ResealOptions): Promise<ResealReport> {
  const { database, signal, onBatch } = options;
  const organizations = new Map<string | null, number>();
  let [resealed, unreadable] = [0, 0];
  for (let after = LOWEST_ID; !signal?.aborted; ) {
    const { rows, fresh, changed } = await database.asSystem(resealExemption, (db) =>
      resealBatch(db, options, after),
    );
    for (const { id } of fresh) {
      const organization_id = rows.find((row) => row.id === id)?.organization_id ?? null;
      organizations.set(organization_id, (organizations.get(organization_id) ?? 0) + 1);
    }
    resealed += changed;
    unreadable += rows.length - fresh.length;
    onBatch?.(resealed);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return { resealed, unreadable, organizations };
}

/** Rows that hold an envelope of another key. */
export async function countStale(
  db: Kysely<Tables>,
  { table, column }: SealedColumn,
  keyId: string,
): Promise<number> {
  const { rows } = await sql<{ stale: number }>`
    select count(*) as stale from ${sql.table(table)} t where ${staleIn(column, keyId)}`.execute(db);
  return rows[0]?.stale ?? 0;
}

const staleIn = (column: string, keyId: string) =>
  sql`${sql.ref(`t.${column}`)} is not null and not starts_with(${sql.ref(`t.${column}`)}, ${`v1.${keyId}.`})`;

async function resealBatch(
  db: Kysely<Tables>,
  { secrets, column: declared }: ResealOptions,
  after: string,
): Promise<Batch> {
  const { table, column, id_column = 'id', organization_column = 'organization_id', sealed_for } = declared;
  const id = sql.ref(`t.${id_column}`);
  const place = sql.ref(`t.${sealed_for?.row_id_column ?? id_column}`);
  const organization = organization_column === null ? sql`null` : sql.ref(`t.${organization_column}`);
  const { rows } = await sql<SealedRow>`
    select ${id}::text as id, ${place}::text as place_id, ${organization}::text as organization_id,
      ${sql.ref(`t.${column}`)} as envelope
    from ${sql.table(table)} t where ${id} > ${after}::uuid and ${staleIn(column, secrets.keyId)}
    order by ${id} limit ${BATCH} for update of t skip locked`.execute(db);
  const fresh = rows.flatMap((row) => sealedAgain(secrets, sealed_for?.table ?? table, row));
  if (fresh.length === 0) return { rows, fresh, changed: 0 };
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = r.envelope
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as r(id uuid, old text, envelope text)
    where ${id} = r.id and ${sql.ref(`t.${column}`)} = r.old`.execute(db);
  return { rows, fresh, changed: Number(numAffectedRows ?? 0) };
}

/** Undefined for a row that no key opens: it stays as it is. */
function sealedAgain(
  secrets: SecretBox,
  table: string,
  { id, place_id, organization_id, envelope }: SealedRow,
) {
  const place = { table, row_id: place_id, organization_id };
  try {
    return [{ id, old: envelope, envelope: secrets.seal(secrets.open(envelope, place), place) }];
  } catch (error) {
    if (envelopeUnreadable.matches(error)) return [];
    throw error;
  }
}
