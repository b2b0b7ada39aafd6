import { type Database, sql, storable } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { findChange } from './change-store.ts';

export interface CommentView {
  readonly id: string;
  readonly change_id: string;
  readonly author_id: string | null;
  readonly text: string;
  readonly created_at: string;
}

/** Keeps a comment on a change in any state; it is neither edited nor deleted. */
export function commentOnChange(
  database: Database,
  principal: Principal,
  changeId: string,
  text: string,
): Promise<CommentView> {
  return database.write(principal, async (work) => {
    const change = await findChange(work, changeId);
    const row = await work.sql
      .insertInto('change_comments')
      .values({
        id: newId(),
        organization_id: work.organization_id,
        change_id: change.id,
        site_id: change.site_id,
        author_id: principal.user_id,
        text: storable(text),
        created_at: sql<string>`clock_timestamp()`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    work.audit.record({
      action: 'changes.comment',
      target_type: 'change',
      target_id: change.id,
      detail: { comment_id: row.id },
    });
    const { id, change_id, author_id, created_at } = row;
    return { id, change_id, author_id, text: row.text, created_at };
  });
}
