import { containing, type Page, type PageQuery, readPage, type Unit } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { SealedSteps } from '@patchbay/runs';
import { failuresOf } from '@patchbay/runs';
import { CONNECTION_FAILURES } from '../intake/connection-tables.ts';
import {
  type ConnectionCounts,
  type ConnectionRow,
  type ConnectionView,
  connectionColumns,
  viewOfConnection,
} from './connection-view.ts';

/** Reads Connections inside a unit. */
export class ConnectionRows {
  readonly #sealed: SealedSteps;

  constructor(sealed: SealedSteps) {
    this.#sealed = sealed;
  }

  async row({ sql: db }: Unit, id: string, lock = false): Promise<ConnectionRow> {
    const found = db
      .selectFrom('connections')
      .select(connectionColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
    const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
    if (row === undefined) throw notFound();
    return row;
  }

  async view(unit: Unit, id: string): Promise<ConnectionView> {
    const [row, counts] = await Promise.all([this.row(unit, id), countsOf(unit, [id])]);
    return this.#viewOf(row, unit, counts);
  }

  async page(unit: Unit, query: PageQuery): Promise<Page<ConnectionView>> {
    let found = unit.sql.selectFrom('connections').where('deleted_at', 'is', null);
    if (query.search) {
      const pattern = containing(query.search);
      found = found.where((e) => e.or([e('name', 'ilike', pattern), e('source_event', 'ilike', pattern)]));
    }
    const page = await readPage(found.select(connectionColumns), query, { sort: '-created_at' });
    const counts = await countsOf(
      unit,
      page.items.map(({ id }) => id),
    );
    return { ...page, items: page.items.map((row) => this.#viewOf(row, unit, counts)) };
  }

  async count({ sql: db }: Unit): Promise<number> {
    const counted = await db
      .selectFrom('connections')
      .where('deleted_at', 'is', null)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return counted.total;
  }

  #viewOf(
    row: ConnectionRow,
    { principal }: Unit,
    counts: ReadonlyMap<string, ConnectionCounts>,
  ): ConnectionView {
    return viewOfConnection(
      row,
      this.#sealed.open(row.sealed_steps, row),
      principal,
      counts.get(row.id) ?? NO_COUNTS,
    );
  }
}

const NO_COUNTS: ConnectionCounts = { conditions_failed: 0, failures_in_a_row: 0 };

async function countsOf(
  { sql: db }: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConnectionCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('connection_counters')
    .select(['id', 'conditions_failed'])
    .where('id', 'in', ids)
    .execute();
  const missed = new Map(rows.map(({ id, conditions_failed }) => [id, conditions_failed]));
  const failures = await failuresOf(db, CONNECTION_FAILURES, ids);
  return new Map(
    ids.map((id) => [
      id,
      { conditions_failed: missed.get(id) ?? 0, failures_in_a_row: failures.get(id) ?? 0 },
    ]),
  );
}
