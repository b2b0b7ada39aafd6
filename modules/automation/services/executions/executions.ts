import { type Database, foundBy, type Page, type PageQuery, readPage, sql } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { AuthorViews, RunStatus } from '@patchbay/runs';
import { type ExecutionView, executionColumns, viewOfExecution } from './execution-view.ts';

export interface ExecutionListQuery extends PageQuery {
  readonly rule_id?: string;
  readonly status?: string;
  readonly since?: string;
}

/** What became of events and ticks, as whoever may see rules sees it. */
export class Executions {
  readonly #database: Pick<Database, 'read'>;
  readonly #views: AuthorViews;

  constructor(database: Pick<Database, 'read'>, views: AuthorViews) {
    this.#database = database;
    this.#views = views;
  }

  /** Newest first. */
  list(principal: Principal, query: ExecutionListQuery): Promise<Page<ExecutionView>> {
    const sort = query.sort === 'created_at' ? 'id' : '-id';
    return this.#database.read(principal, async ({ sql: db }) => {
      let found = db.selectFrom('automation_executions').where(searched(query.search));
      if (query.rule_id) found = found.where('rule_id', '=', query.rule_id);
      if (query.status) found = found.where('status', '=', query.status as RunStatus);
      if (query.since) found = found.where('created_at', '>=', query.since);
      if (query.site_id) found = found.where('site_id', '=', query.site_id);
      const page = await readPage(found.select(executionColumns), { ...query, sort }, { sort });
      return { ...page, items: page.items.map((row) => viewOfExecution(row, this.#views, principal)) };
    });
  }

  get(principal: Principal, id: string): Promise<ExecutionView> {
    return this.#database.read(principal, async ({ sql: db }) => {
      const row = await db
        .selectFrom('automation_executions')
        .select(executionColumns)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      return viewOfExecution(row, this.#views, principal);
    });
  }
}

/** Never by inputs or messages of actions: whoever lists executions may not see all of them. */
const searched = (search: string | undefined) =>
  foundBy(search, {
    texts: [
      sql.ref('automation_executions.status'),
      sql.ref('automation_executions.reason'),
      sql`(select r.name from automation_rules r where r.id = automation_executions.rule_id)`,
      sql`jsonb_path_query_array(automation_executions.steps, '$[*].operation_id')::text`,
    ],
    ids: [sql.ref('automation_executions.id'), sql.ref('automation_executions.event_id')],
  });
