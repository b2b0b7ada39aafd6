import {
  columnsOf,
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  TableRows,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Static } from 'typebox';
import type { Priority } from '../../contract/priorities.ts';
import { type InboxCounts, NotificationReply } from '../../schemas.ts';

type Reply = Static<typeof NotificationReply>;

export interface InboxQuery extends PageQuery {
  readonly unread?: boolean;
  readonly category?: string;
  readonly priority?: Priority;
}

const rows = new TableRows('notifications', {
  columns: columnsOf(NotificationReply),
  searched: ['title', 'body'],
  sort: '-created_at',
  softDeleteColumn: null,
});

/** Messages inside the product; each user sees their own. */
export class Inbox extends Service<{ database: Database }> {
  list(principal: Principal, query: InboxQuery): Promise<Page<Reply>> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      let found = db.selectFrom('notifications').where('user_id', '=', ownerOf(principal));
      if (query.unread !== undefined) found = found.where('read_at', query.unread ? 'is' : 'is not', null);
      if (query.category !== undefined) found = found.where('category', '=', query.category);
      if (query.priority !== undefined) found = found.where('priority', '=', query.priority);
      if (query.search) {
        const pattern = containing(query.search);
        found = found.where((e) => e.or([e('title', 'ilike', pattern), e('body', 'ilike', pattern)]));
      }
      const sort = query.sort === 'created_at' ? 'id' : '-id';
      return readPage(found.select(rows.columns), { ...query, sort }, { sort });
    });
  }

  get(principal: Principal, id: string): Promise<Reply> {
    return this.parts.database.read(principal, (unit) => rows.get(unit, id, { user_id: ownerOf(principal) }));
  }

  /** Counts of all and of unread messages. */
  counts(principal: Principal): Promise<Static<typeof InboxCounts>> {
    const user_id = ownerOf(principal);
    return this.parts.database.read(principal, async ({ sql: db }) => {
      const { rows } = await sql<{ category: string; priority: Priority; unread: number; total: number }>`
        select category, priority, count(*) filter (where read_at is null)::int as unread, count(*)::int as total
        from notifications where user_id = ${user_id}::uuid group by category, priority order by 1, 2`.execute(
        db,
      );
      const unreadBy = (key: 'category' | 'priority') => {
        const sums: Record<string, number> = {};
        for (const row of rows) if (row.unread > 0) sums[row[key]] = (sums[row[key]] ?? 0) + row.unread;
        return sums;
      };
      return {
        total: rows.reduce((sum, { total }) => sum + total, 0),
        unread: rows.reduce((sum, { unread }) => sum + unread, 0),
        unread_by_category: unreadBy('category'),
        unread_by_priority: unreadBy('priority'),
      };
    });
  }

  /** Reading twice keeps the first time. */
  mark(principal: Principal, id: string, read: boolean, if_match: string | null): Promise<Reply> {
    const user_id = ownerOf(principal);
    return this.parts.database.write(principal, async (work) => {
      const before = await rows.hold(work, id, if_match, { user_id });
      if ((before.read_at !== null) === read) return before;
      work.audit.record({
        action: 'notifications.update',
        target_type: 'notification',
        target_id: id,
        detail: { read },
      });
      return rows.change(work, id, { read_at: read ? sql<string>`now()` : null });
    });
  }

  /** Marks what came up to `until` (all, without it), of one category if it is given; answers how many changed. */
  markAll(
    principal: Principal,
    {
      read,
      category,
      until,
    }: { readonly read: boolean; readonly category?: string; readonly until?: string },
  ): Promise<{ readonly changed: number }> {
    const user_id = ownerOf(principal);
    return this.parts.database.write(principal, async (work) => {
      let found = work.sql
        .updateTable('notifications')
        .set({ read_at: read ? sql<string>`now()` : null, updated_at: sql<string>`now()` })
        .where('user_id', '=', user_id)
        .where('read_at', read ? 'is' : 'is not', null);
      if (category !== undefined) found = found.where('category', '=', category);
      if (until !== undefined) found = found.where('created_at', '<=', until);
      const changed = Number((await found.executeTakeFirst()).numUpdatedRows);
      if (changed > 0)
        work.audit.record({
          action: 'notifications.mark_all',
          target_type: 'user',
          target_id: user_id,
          detail: { read, changed },
        });
      return { changed };
    });
  }
}

/** Only the system has no user, and it has no inbox. */
export function ownerOf({ user_id }: Principal): string {
  if (user_id === null) throw forbidden();
  return user_id;
}
