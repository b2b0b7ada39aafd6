import {
  containing,
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { forbidden, notFound, validationFailed } from '@patchbay/kernel/errors';
import { assertUnchanged } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Accounts } from '@patchbay/module-identity/contract';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationMessage } from '../contract.ts';
import type { NotificationReply } from '../schemas.ts';

type Reply = Static<typeof NotificationReply>;

export interface InboxQuery extends PageQuery {
  readonly unread?: boolean;
}

const columns = ['id', 'title', 'body', 'event_id', 'read_at', 'created_at', 'updated_at'] as const;

/** What people were told inside the product; everyone sees their own. */
export class Inbox {
  readonly #database: Database;
  readonly #accounts: Pick<Accounts, 'get'>;

  constructor(database: Database, accounts: Pick<Accounts, 'get'>) {
    this.#database = database;
    this.#accounts = accounts;
  }

  /** Newest first; the same effect reaches a person once. Users of another organization are refused. */
  deliver(principal: Principal, user_ids: readonly string[], message: NotificationMessage): Promise<void> {
    const wanted = [...new Set(user_ids)];
    return this.#database.write(principal, async (work) => {
      await this.#assertUsers(work, wanted);
      const rows = wanted.map((user_id) => ({
        id: uuidv7(),
        organization_id: work.organization_id,
        user_id,
        ...message,
      }));
      await work.sql
        .insertInto('notifications')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['effect_id', 'user_id']).doNothing())
        .execute();
      work.audit.record({
        action: 'notifications.deliver',
        target_type: 'effect',
        target_id: message.effect_id,
        detail: { user_ids: wanted, event_id: message.event_id },
      });
    });
  }

  list(principal: Principal, query: InboxQuery): Promise<Page<Reply>> {
    return this.#database.read(principal, async ({ sql: db }) => {
      let found = db.selectFrom('notifications').where('user_id', '=', ownerOf(principal));
      if (query.unread !== undefined) found = found.where('read_at', query.unread ? 'is' : 'is not', null);
      if (query.search) {
        const pattern = containing(query.search);
        found = found.where((e) => e.or([e('title', 'ilike', pattern), e('body', 'ilike', pattern)]));
      }
      const sort = query.sort === 'created_at' ? 'id' : '-id';
      return readPage(found.select(columns), { ...query, sort }, { sort });
    });
  }

  /** Reading twice keeps the first time. */
  mark(principal: Principal, id: string, read: boolean, if_match: string | null): Promise<Reply> {
    const user_id = ownerOf(principal);
    return this.#database.write(principal, async (work) => {
      const own = work.sql
        .selectFrom('notifications')
        .select(columns)
        .where('id', '=', id)
        .where('user_id', '=', user_id);
      const before = await own.forUpdate().executeTakeFirst();
      if (before === undefined) throw notFound();
      assertUnchanged(if_match, before.updated_at);
      if ((before.read_at !== null) === read) return before;
      work.audit.record({
        action: 'notifications.update',
        target_type: 'notification',
        target_id: id,
        detail: { read },
      });
      return work.sql
        .updateTable('notifications')
        .set({ read_at: read ? sql<string>`now()` : null, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow();
    });
  }

  async #assertUsers(work: UnitOfWork, user_ids: readonly string[]): Promise<void> {
    const found = await Promise.allSettled(user_ids.map((id) => this.#accounts.get(work, id)));
    const failure = found.find((result) => result.status === 'rejected' && !notFound.matches(result.reason));
    if (failure?.status === 'rejected') throw failure.reason;
    const details = found.flatMap(({ status }, index) =>
      status === 'rejected'
        ? [{ field: `user_ids.${index}`, message: 'no such user', type: 'not_found' }]
        : [],
    );
    if (details.length > 0) throw validationFailed({ details });
  }
}

/** Only the system has no user, and it has no inbox. */
function ownerOf({ user_id }: Principal): string {
  if (user_id === null) throw forbidden();
  return user_id;
}
