import { containing, type Database, type Page, type PageQuery, readPage } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { isScoped, type Principal, roleAtLeast } from '@patchbay/kernel/permissions';
import type { Static } from 'typebox';
import type { DeliveryStatus } from '../../entities/notification-delivery.ts';
import type { DeliveryReply } from '../../schemas.ts';
import { ownerOf } from '../preferences/inbox.ts';

export interface DeliveryQueryParts extends PageQuery {
  readonly status?: DeliveryStatus;
  readonly channel?: string;
  readonly notice_id?: string;
  readonly channel_id?: string;
  readonly user_id?: string;
}

const columns = [
  'd.id',
  'd.notice_id',
  'n.title',
  'n.category',
  'n.priority',
  'n.event_id',
  't.channel',
  't.label as recipient',
  't.user_id',
  't.channel_id',
  'd.status',
  'd.reason',
  'd.attempts',
  'd.last_error',
  'd.due_at',
  'd.message_id',
  'd.finished_at',
  'd.created_at',
  'd.updated_at',
] as const;

/** State of every notice, per receiver and channel: all of it for administrators, their own for users. */
export class DeliveryRecord extends Service<{ database: Database }> {
  /** Newest first. */
  list(principal: Principal, query: DeliveryQueryParts): Promise<Page<Static<typeof DeliveryReply>>> {
    const seesAll = roleAtLeast(principal.role, 'org_admin') && !isScoped(principal);
    return this.parts.database.read(principal, async ({ sql: db }) => {
      let found = db
        .selectFrom('notification_deliveries as d')
        .innerJoin('notices as n', 'n.id', 'd.notice_id')
        .innerJoin('notification_targets as t', 't.id', 'd.target_id');
      if (!seesAll) found = found.where('t.user_id', '=', ownerOf(principal));
      const { status, channel, notice_id, channel_id, user_id, search } = query;
      if (status !== undefined) found = found.where('d.status', '=', status);
      if (channel !== undefined) found = found.where('t.channel', '=', channel);
      if (notice_id !== undefined) found = found.where('d.notice_id', '=', notice_id);
      if (channel_id !== undefined) found = found.where('t.channel_id', '=', channel_id);
      if (user_id !== undefined) found = found.where('t.user_id', '=', user_id);
      if (search) found = found.where('n.title', 'ilike', containing(search));
      const sort = query.sort === 'created_at' ? 'id' : '-id';
      return readPage(found.select(columns), { ...query, sort }, { sort, table: 'd' });
    });
  }
}
