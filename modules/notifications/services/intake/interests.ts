import { type Database, exempt, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { levelOf, type Priority } from '../../contract/priorities.ts';
import type { ChannelKind } from '../../entities/notification-channel.ts';
import type { QuietHours } from '../delivery/quiet-hours.ts';
import {
  completed,
  DEFAULT_SETTINGS,
  lowestLevelOf,
  type PreferenceSettings,
} from '../preferences/preference-settings.ts';

/** A kept channel with its settings. */
export interface ChannelInterest {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly open_to_users: boolean;
  readonly categories: readonly string[] | null;
  readonly minimum_priority: Priority | null;
  readonly digest_minutes: number;
  readonly quiet_hours: QuietHours | null;
}

const floorExemption = exempt(
  'notifications.interest',
  'a batch of events of several organizations asks at once who wants any of it',
);

/** Settings of users and channels. */
export class Interests extends Service<{ database: Pick<Database, 'askAsSystem'> }> {
  /** Level of the least urgent events that anybody of each organization takes. */
  async floors(organization_ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.parts.database.askAsSystem(floorExemption, (db) =>
      sql<{ organization_id: string; level: number | null; wanted: readonly Priority[] | null }>`
        select o.id as organization_id,
          (select min(lowest_level) from notification_preferences p where p.organization_id = o.id) as level,
          (select array_agg(distinct minimum_priority) from notification_channels c
            where c.organization_id = o.id and c.deleted_at is null and c.is_enabled
              and c.minimum_priority is not null) as wanted
        from unnest(${[...new Set(organization_ids)]}::uuid[]) as o(id)`.execute(db),
    );
    const usual = lowestLevelOf(DEFAULT_SETTINGS);
    return new Map(
      rows.map(({ organization_id, level, wanted }) => [
        organization_id,
        Math.min(usual, level ?? usual, ...(wanted ?? []).map(levelOf)),
      ]),
    );
  }

  /** Settings by user; defaults for users without any. */
  async ofUsers(
    { sql: db }: UnitOfWork,
    user_ids: readonly string[],
  ): Promise<(user_id: string) => PreferenceSettings> {
    const { rows } = await sql<{ user_id: string; settings: Partial<PreferenceSettings> }>`
      select user_id, settings from notification_preferences
      where user_id = any(${user_ids}::uuid[])`.execute(db);
    const known = new Map(rows.map(({ user_id, settings }) => [user_id, completed(settings)]));
    return (user_id) => known.get(user_id) ?? DEFAULT_SETTINGS;
  }

  /** Enabled channels of the unit's organization. */
  ofChannels({ sql: db }: UnitOfWork): Promise<readonly ChannelInterest[]> {
    return db
      .selectFrom('notification_channels')
      .select([
        'id',
        'name',
        'kind',
        'open_to_users',
        'categories',
        'minimum_priority',
        'digest_minutes',
        'quiet_hours',
      ])
      .where('deleted_at', 'is', null)
      .where('is_enabled', '=', true)
      .execute();
  }
}
