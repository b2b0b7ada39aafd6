import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';

const keepExemption = exempt('notifications.housekeeping', 'old records of all organizations are removed');

/** Days that the record of a notice is kept after it went out, and that a read message stays in an inbox. */
const KEPT_DAYS = 30;
const READ_DAYS = 180;
/** Messages in one inbox; older ones go. */
const MAX_IN_INBOX = 1_000;
/** In one statement, so that none takes long. */
const AT_ONCE = 5_000;
const MAX_ROUNDS = 200;

/** Bounds what is kept. */
export class Housekeeping extends Service<{ database: Pick<Database, 'asSystem'> }> {
  async run(signal: AbortSignal): Promise<void> {
    for (const remove of [removeNotices, removeTargets, removeRead, removeSurplus])
      for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1) {
        const removed = await this.parts.database.asSystem(keepExemption, remove);
        if (removed < AT_ONCE) break;
      }
  }
}

type Remove = (db: Kysely<Tables>) => Promise<number>;

const removeNotices: Remove = async (db) => {
  const { numAffectedRows = 0n } = await sql`
    delete from notices where id in (
      select id from notices n where created_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from notification_deliveries d
          where d.notice_id = n.id and d.status in ('waiting', 'sending'))
      order by created_at limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows);
};

const removeTargets: Remove = async (db) => {
  const { numAffectedRows = 0n } = await sql`
    delete from notification_targets where id in (
      select id from notification_targets t where updated_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from notification_deliveries d where d.target_id = t.id)
      limit ${AT_ONCE} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
};

const removeRead: Remove = async (db) => {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications where id in (
      select id from notifications where read_at < now() - make_interval(days => ${READ_DAYS})
      limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows);
};

const removeSurplus: Remove = async (db) => {
  const { numAffectedRows = 0n } = await sql`
    with full_inboxes as (
      select user_id from notifications group by user_id having count(*) > ${MAX_IN_INBOX})
    delete from notifications where id in (
      select o.id from full_inboxes f cross join lateral (
        select id from notifications n where n.user_id = f.user_id
        order by id desc offset ${MAX_IN_INBOX}) o
      limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows);
};
