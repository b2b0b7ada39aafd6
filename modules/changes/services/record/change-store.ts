import {
  containing,
  type Database,
  readPage,
  sql,
  type Tables,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SelectQueryBuilder } from 'kysely';
import type { ChangeFilter, ChangePage } from '../../contract.ts';
import type { VoteRow } from '../approvals/approval-tally.ts';
import type { AttemptRow, ChangeRow, CommentRow } from './change-view.ts';

export const SORTABLE = ['created_at', 'updated_at', 'status', 'feature'] as const;

const MAX_OF_HISTORY = 200;

export interface Found<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export interface History {
  readonly change: ChangeRow;
  readonly attempts: readonly AttemptRow[];
  readonly comments: readonly CommentRow[];
  readonly votes: readonly VoteRow[];
}

/** Reads changes and attempts as far as the principal sees them. */
export class ChangeStore extends Service<{ database: Database }> {
  find(principal: Principal, id: string): Promise<ChangeRow> {
    return this.parts.database.read(principal, (work) => findChange(work, id));
  }

  /** Newest first by default; ended by id. */
  list(principal: Principal, filter: ChangeFilter, { sort, ...page }: ChangePage): Promise<Found<ChangeRow>> {
    return this.parts.database.read(principal, (work) =>
      readPage(filtered(work, filter).selectAll(), page, { sort: declared(sort) }),
    );
  }

  /** The change with its attempts, comments and votes, newest first, 200 of each at most. */
  history(principal: Principal, id: string): Promise<History> {
    return this.parts.database.read(principal, async (work) => {
      const [change, attempts, comments, votes] = await Promise.all([
        findChange(work, id),
        work.sql
          .selectFrom('change_attempts')
          .selectAll()
          .where('change_id', '=', id)
          .orderBy('fencing', 'desc')
          .limit(MAX_OF_HISTORY)
          .execute(),
        work.sql
          .selectFrom('change_comments')
          .selectAll()
          .where('change_id', '=', id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MAX_OF_HISTORY)
          .execute(),
        work.sql
          .selectFrom('change_votes')
          .selectAll()
          .where('change_id', '=', id)
          .orderBy('voted_at', 'desc')
          .limit(MAX_OF_HISTORY)
          .execute(),
      ]);
      return { change, attempts, comments, votes };
    });
  }
}

/** The change inside the unit's scope; `kernel.not_found` otherwise. */
export async function findChange(work: UnitOfWork, id: string): Promise<ChangeRow> {
  const row = await work.sql
    .selectFrom('pending_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

type Chosen = SelectQueryBuilder<Tables, 'pending_changes', object>;

/** Other modules ask in their own words: a field that is not declared means the time of creation. */
function declared(sort = '-created_at'): string {
  const field = SORTABLE.find((each) => each === sort.replace(/^-/, '')) ?? 'created_at';
  return sort.startsWith('-') ? `-${field}` : field;
}

function filtered(work: UnitOfWork, filter: ChangeFilter): Chosen {
  const { controller_id, site_id, vendor, areas, status, feature, search } = filter;
  let chosen: Chosen = work.sql.selectFrom('pending_changes');
  if (controller_id !== undefined) chosen = chosen.where('controller_id', '=', controller_id);
  if (site_id !== undefined) chosen = chosen.where('site_id', '=', site_id);
  if (vendor !== undefined) chosen = chosen.where('vendor', '=', vendor);
  if (areas !== undefined) chosen = chosen.where(sql<boolean>`area = any(${[...areas]}::text[])`);
  if (status !== undefined) chosen = chosen.where(sql<boolean>`status = ${status}`);
  if (feature !== undefined) chosen = chosen.where('feature', '=', feature);
  if (search)
    chosen = chosen.where(
      sql<boolean>`concat_ws(' ', feature, target_id, notes) ilike ${containing(search)}`,
    );
  return chosen;
}
