import {
  type Database,
  foundBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type Unit,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { RunKind } from '../running/run-kind.ts';
import type { DeadLetter, RunStatus } from '../running/run-status.ts';
import type { AuthorViews } from './author-views.ts';
import { type RunRow, type RunView, runColumns } from './run-rows.ts';

export interface RunListQuery extends PageQuery {
  readonly owner_id?: string | undefined;
  readonly status?: string;
  readonly since?: string;
}

/** Puts a run into the words of its kind. */
export type RunShown<V> = (run: RunView, owner_id: string) => V;

/** Records of runs, as every member of the organization may see them; params are shown to their author. */
export class RunRecords<V> extends Service<{
  database: Pick<Database, 'read'>;
  views: AuthorViews;
  kind: RunKind;
  shown: RunShown<V>;
}> {
  /** Newest first. */
  list(principal: Principal, query: RunListQuery): Promise<Page<V>> {
    return this.parts.database.read(principal, (unit) => this.#page(unit, query));
  }

  /** Newest first, of an owner that must be there. */
  listOf(principal: Principal, owner_id: string, query: RunListQuery): Promise<Page<V>> {
    return this.parts.database.read(principal, async (unit) => {
      const [page] = await Promise.all([
        this.#page(unit, { ...query, owner_id }),
        this.#assertOwner(unit, owner_id),
      ]);
      return page;
    });
  }

  /** Failed runs that were neither replayed nor dismissed, newest first. */
  deadLetters(principal: Principal, query: RunListQuery): Promise<Page<V>> {
    return this.parts.database.read(principal, (unit) => this.#page(unit, { ...query, dead_letter: 'open' }));
  }

  get(principal: Principal, id: string): Promise<V> {
    return this.parts.database.read(principal, async (unit) => {
      const row = await this.#all(unit).selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw notFound();
      return this.view(row, principal);
    });
  }

  /** Params are shown to their author; others see markers in their place. */
  view(row: RunRow, reader: Principal): V {
    const { owner_id, author_id, sealed_records, ...run } = row;
    const owner = { id: owner_id, organization_id: reader.organization_id };
    return this.parts.shown({ ...run, steps: this.parts.views.shown(row, owner, reader) }, owner_id);
  }

  #all({ sql: db }: Unit) {
    const rows = sql<RunRow>`(select ${runColumns(this.parts.kind)} from ${sql.table(this.parts.kind.runs)})`;
    return db.selectFrom(rows.as('run'));
  }

  /** Ids begin with the time they were made at. */
  async #page(unit: Unit, query: RunListQuery & { readonly dead_letter?: DeadLetter }): Promise<Page<V>> {
    const { search, site_id, owner_id, status, since, dead_letter } = query;
    let found = this.#all(unit).where(searched(search, this.parts.kind));
    if (owner_id !== undefined) found = found.where('owner_id', '=', owner_id);
    if (site_id !== undefined && this.parts.kind.more.includes('site_id'))
      found = found.where(sql.ref('site_id'), '=', site_id);
    if (status !== undefined) found = found.where('status', '=', status as RunStatus);
    if (since !== undefined) found = found.where('created_at', '>=', since);
    if (dead_letter !== undefined) found = found.where('dead_letter', '=', dead_letter);
    const sort = query.sort === 'created_at' ? 'id' : '-id';
    const page = await readPage(found.selectAll(), { ...query, sort }, { sort });
    return { ...page, items: page.items.map((row) => this.view(row, unit.principal)) };
  }

  async #assertOwner({ sql: db }: Unit, id: string): Promise<void> {
    const { rows } = await sql`
      select id from ${sql.table(this.parts.kind.owners)} where id = ${id}::uuid and deleted_at is null`.execute(
      db,
    );
    if (rows.length === 0) throw notFound();
  }
}

/** Never by inputs or messages of steps: a reader of runs may not see all of them. */
const searched = (search: string | undefined, { owners }: RunKind) =>
  foundBy(search, {
    texts: [
      sql.ref('run.status'),
      sql.ref('run.reason'),
      sql`(select o.name from ${sql.table(owners)} o where o.id = run.owner_id)`,
      sql`jsonb_path_query_array(run.steps, '$[*].operation_id')::text`,
    ],
    ids: [sql.ref('run.id'), sql.ref('run.event_id')],
  });
