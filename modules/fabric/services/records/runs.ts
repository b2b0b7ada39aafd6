import {
  type Database,
  foundBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { AuthorViews, RunStatus, StepRecord, StoredRecords } from '@patchbay/runs';
import type { DeadLetter } from '../../entities/connection-run.ts';

export interface RunListQuery extends PageQuery {
  readonly limit?: number;
  readonly status?: string;
}

export interface DeadLetterListQuery extends PageQuery {
  readonly connection_id?: string;
}

export interface RunView {
  readonly id: string;
  readonly connection_id: string;
  readonly event_id: string | null;
  readonly is_test: boolean;
  readonly shadow: boolean;
  readonly rerun_of: string | null;
  readonly dead_letter: DeadLetter | null;
  readonly not_before: string | null;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly steps: StepRecord[];
  readonly created_at: string;
  readonly updated_at: string;
}

export const runColumns = [
  'id',
  'connection_id',
  'event_id',
  'is_test',
  'shadow',
  'rerun_of',
  'dead_letter',
  'not_before',
  'status',
  'reason',
  'started_at',
  'finished_at',
  'steps',
  'created_at',
  'updated_at',
  'author_id',
  'sealed_records',
] as const;

/** A run as it is stored. */
export interface RunRow extends Omit<RunView, 'steps'>, StoredRecords {
  readonly author_id: string | null;
}

/** What became of events, as every member of the organization may see it; params are shown to their author. */
export class Runs {
  readonly #database: Pick<Database, 'read'>;
  readonly #views: AuthorViews;

  constructor(database: Pick<Database, 'read'>, views: AuthorViews) {
    this.#database = database;
    this.#views = views;
  }

  /** Newest first. */
  list(principal: Principal, connection_id: string, query: RunListQuery): Promise<Page<RunView>> {
    const sort = query.sort === 'created_at' ? 'id' : '-id';
    const paging = { ...query, per_page: query.limit ?? query.per_page, sort };
    return this.#database.read(principal, async (unit) => {
      let found = unit.sql.selectFrom('connection_runs').where('connection_id', '=', connection_id);
      found = found.where(searched(query.search));
      if (query.status) found = found.where('status', '=', query.status as RunStatus);
      const [page] = await Promise.all([
        readPage(found.select(runColumns), paging, { sort }),
        assertConnection(unit, connection_id),
      ]);
      return { ...page, items: page.items.map((row) => viewOfRun(row, this.#views, principal)) };
    });
  }

  /** Failed runs that nobody has replayed or put away, newest first. */
  deadLetters(principal: Principal, query: DeadLetterListQuery): Promise<Page<RunView>> {
    const sort = query.sort === 'created_at' ? 'id' : '-id';
    return this.#database.read(principal, async (unit) => {
      let found = unit.sql.selectFrom('connection_runs').where('dead_letter', '=', 'open');
      found = found.where(searched(query.search));
      if (query.connection_id) found = found.where('connection_id', '=', query.connection_id);
      const page = await readPage(found.select(runColumns), { ...query, sort }, { sort });
      return { ...page, items: page.items.map((row) => viewOfRun(row, this.#views, principal)) };
    });
  }

  get(principal: Principal, id: string): Promise<RunView> {
    return this.#database.read(principal, async ({ sql: db }) => {
      const row = await db
        .selectFrom('connection_runs')
        .select(runColumns)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      return viewOfRun(row, this.#views, principal);
    });
  }
}

/** Params are those of whoever wrote them; others see markers in their place. */
export function viewOfRun(row: RunRow, views: AuthorViews, reader: Principal): RunView {
  const { author_id, sealed_records, ...shown } = row;
  const owner = { id: row.connection_id, organization_id: reader.organization_id };
  return { ...shown, steps: views.shown(row, owner, reader) };
}

/** Never by inputs or messages of steps: whoever lists runs may not see all of them. */
const searched = (search: string | undefined) =>
  foundBy(search, {
    texts: [
      sql.ref('connection_runs.status'),
      sql.ref('connection_runs.reason'),
      sql`(select c.name from connections c where c.id = connection_runs.connection_id)`,
      sql`jsonb_path_query_array(connection_runs.steps, '$[*].operation_id')::text`,
    ],
    ids: [sql.ref('connection_runs.id'), sql.ref('connection_runs.event_id')],
  });

async function assertConnection({ sql: db }: Unit, id: string): Promise<void> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
}
