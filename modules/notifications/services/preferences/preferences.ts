import { assertUnchanged, type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import { type Principal, roleAtLeast } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { faultOf } from '../delivery/quiet-hours.ts';
import { ownerOf } from './inbox.ts';
import {
  completed,
  DEFAULT_SETTINGS,
  lowestLevelOf,
  type PreferenceSettings,
} from './preference-settings.ts';
import { wayOf } from './receiver.ts';

export type PreferenceView = PreferenceSettings & { readonly updated_at: string };

/** Revision before the first change. */
const NEVER = '1970-01-01T00:00:00.000000Z';

/** Notification preferences of users. */
export class Preferences extends Service<{ database: Database }> {
  get(principal: Principal): Promise<PreferenceView> {
    const user_id = ownerOf(principal);
    return this.parts.database.read(principal, (unit) => kept(unit, user_id));
  }

  /** Replaces all of them; missing ones get their defaults. */
  put(
    principal: Principal,
    given: Partial<PreferenceSettings>,
    if_match: string | null,
  ): Promise<PreferenceView> {
    const user_id = ownerOf(principal);
    const settings = completed(given);
    return this.parts.database.write(principal, async (work) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`preferences ${user_id}`}, 0))`.execute(
        work.sql,
      );
      assertUnchanged(if_match, (await kept(work, user_id)).updated_at);
      const details = [...quietFaults(settings), ...(await channelFaults(work, principal, settings))];
      if (details.length > 0) throw validationFailed({ details });
      const { rows } = await sql<{ updated_at: string }>`
        insert into notification_preferences (id, organization_id, user_id, settings, lowest_level, updated_at)
        values (${newId()}::uuid, ${work.organization_id}::uuid, ${user_id}::uuid,
          ${JSON.stringify(settings)}::jsonb, ${lowestLevelOf(settings)}, clock_timestamp())
        on conflict (user_id) do update set settings = excluded.settings, lowest_level = excluded.lowest_level,
          updated_at = excluded.updated_at
        returning updated_at`.execute(work.sql);
      work.audit.record({
        action: 'notifications.set_preferences',
        target_type: 'user',
        target_id: user_id,
        detail: { changed: Object.keys(given) },
      });
      return { ...settings, updated_at: rows[0]?.updated_at ?? NEVER };
    });
  }
}

async function kept({ sql: db }: UnitOfWork, user_id: string): Promise<PreferenceView> {
  const row = await db
    .selectFrom('notification_preferences')
    .select(['settings', 'updated_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row === undefined
    ? { ...DEFAULT_SETTINGS, updated_at: NEVER }
    : { ...completed(row.settings), updated_at: row.updated_at };
}

function quietFaults({ quiet_hours }: PreferenceSettings): readonly ErrorDetail[] {
  const fault = quiet_hours === null ? null : faultOf(quiet_hours);
  return fault === null
    ? []
    : [{ field: `quiet_hours.${fault.field}`, message: fault.message, type: 'format' }];
}

/** Only channels of this organization, of the right kind, that users may have things sent to. */
async function channelFaults(
  { sql: db }: UnitOfWork,
  { role }: Principal,
  settings: PreferenceSettings,
): Promise<readonly ErrorDetail[]> {
  const named = (['chat', 'webhook'] as const).flatMap((way) => {
    const { channel_id } = settings[way];
    return channel_id === null ? [] : [{ way, channel_id }];
  });
  if (named.length === 0) return [];
  const channels = await db
    .selectFrom('notification_channels')
    .select(['id', 'kind', 'open_to_users'])
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'in',
      named.map(({ channel_id }) => channel_id),
    )
    .execute();
  const isFit = (way: string, id: string): boolean =>
    channels.some(
      (channel) =>
        channel.id === id &&
        wayOf(channel.kind) === way &&
        (channel.open_to_users || roleAtLeast(role, 'org_admin')),
    );
  return named
    .filter(({ way, channel_id }) => !isFit(way, channel_id))
    .map(({ way }) => ({ field: `${way}.channel_id`, message: 'no such channel', type: 'not_found' }));
}
