import { type Page, type PageQuery, readPage, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { redact } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';
import { visibleData, visibleText } from '@patchbay/sandbox';
import type { LogLineReply } from '../../schemas.ts';
import type { WrittenLine } from '../delivery/call-effects.ts';

const KEPT_LINES = 500;
const MAX_MESSAGE_CHARACTERS = 2_000;

/**
 * Adds lines to a plugin's log of the unit's organization and removes the oldest. Control characters are shown as
 * text, so that a reader's terminal does not obey them.
 */
export async function appendLog(
  { sql: db, organization_id }: UnitOfWork,
  plugin_id: string,
  event_id: string | null,
  lines: readonly WrittenLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ level, message, fields }) => ({
    id: newId(),
    level,
    message: visibleText(message).slice(0, MAX_MESSAGE_CHARACTERS),
    fields: redact(visibleData(fields)),
  }));
  await sql`
    insert into plugin_logs (id, organization_id, plugin_id, event_id, level, message, fields)
    select r.id, ${organization_id}::uuid, ${plugin_id}, ${event_id}::uuid, r.level, r.message, r.fields
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, level text, message text, fields jsonb)`.execute(
    db,
  );
  await sql`
    delete from plugin_logs where plugin_id = ${plugin_id} and id <= (
      select id from plugin_logs where plugin_id = ${plugin_id} order by id desc offset ${KEPT_LINES} limit 1)`.execute(
    db,
  );
}

/** The newest lines first. */
export async function readLog(
  { sql: db }: UnitOfWork,
  plugin_id: string,
  query: PageQuery,
): Promise<Page<LogLineReply>> {
  const found = db
    .selectFrom('plugin_logs')
    .where('plugin_id', '=', plugin_id)
    .select(['id', 'level', 'message', 'fields', 'event_id', 'created_at', 'updated_at']);
  const sort = query.sort === 'created_at' ? 'id' : '-id';
  return readPage(found, { ...query, sort }, { sort });
}
