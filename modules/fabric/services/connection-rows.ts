import { containing, type Page, type PageQuery, pageOf, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import {
  type ConnectionRow,
  type ConnectionView,
  connectionColumns,
  viewOfConnection,
} from './connection-view.ts';
import type { SealedSteps } from './sealed-steps.ts';

const SORTABLE = ['name', 'created_at', 'updated_at'] as const;

/** Reads Connections inside a unit. */
export class ConnectionRows {
  readonly #sealed: SealedSteps;

  constructor(sealed: SealedSteps) {
    this.#sealed = sealed;
  }

  async row({ sql: db }: UnitOfWork, id: string, lock = false): Promise<ConnectionRow> {
    const found = db
      .selectFrom('connections')
      .select(connectionColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
    const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
    if (row === undefined) throw notFound();
    return row;
  }

  async view(unit: UnitOfWork, id: string): Promise<ConnectionView> {
    const [row, counts] = await Promise.all([this.row(unit, id), countsOf(unit, [id])]);
    return this.#viewOf(row, unit, counts);
  }

  async page(unit: UnitOfWork, query: PageQuery): Promise<Page<ConnectionView>> {
    const { sort = '-created_at', page, per_page, search } = query;
    const field = SORTABLE.find((each) => each === sort.replace('-', '')) ?? 'created_at';
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    let found = unit.sql.selectFrom('connections').where('deleted_at', 'is', null);
    if (search) {
      const pattern = containing(search);
      found = found.where((e) => e.or([e('name', 'ilike', pattern), e('source_event', 'ilike', pattern)]));
    }
    const [rows, counted] = await Promise.all([
      found
        .select(connectionColumns)
        .orderBy(field, direction)
        .orderBy('id', direction)
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute(),
      found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const counts = await countsOf(
      unit,
      rows.map(({ id }) => id),
    );
    return pageOf(
      rows.map((row) => this.#viewOf(row, unit, counts)),
      counted.total,
      query,
    );
  }

  async count({ sql: db }: UnitOfWork): Promise<number> {
    const counted = await db
      .selectFrom('connections')
      .where('deleted_at', 'is', null)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return counted.total;
  }

  #viewOf(
    row: ConnectionRow,
    { principal }: UnitOfWork,
    counts: ReadonlyMap<string, number>,
  ): ConnectionView {
    return viewOfConnection(
      row,
      this.#sealed.open(row.sealed_steps, row),
      principal,
      counts.get(row.id) ?? 0,
    );
  }
}

async function countsOf(
  { sql: db }: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('connection_counters')
    .select(['id', 'conditions_failed'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, conditions_failed }) => [id, conditions_failed]));
}
