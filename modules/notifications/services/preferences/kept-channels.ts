import {
  assertUnchanged,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  pageOf,
  pageOrdered,
  sql,
  totalOf,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import { isScoped, type Principal, roleAtLeast } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { Static } from 'typebox';
import { hostOf } from '../../contributions/channels/chat-channel.ts';
import { tooManyChannels } from '../../errors.ts';
import type { ChannelInput, ChannelPatch, ChannelReply } from '../../schemas.ts';
import { faultOf, type QuietHours } from '../delivery/quiet-hours.ts';

export type ChannelView = Static<typeof ChannelReply>;

const MOST = 100;
const columns = [
  'c.id',
  'c.name',
  'c.kind',
  'c.host',
  'c.is_enabled',
  'c.open_to_users',
  'c.categories',
  'c.minimum_priority',
  'c.digest_minutes',
  'c.quiet_hours',
  'c.created_at',
  'c.updated_at',
  't.failing_since',
  't.last_error',
] as const;

/** Rooms and receivers that an organization keeps. Its administrators see all, users those that are open to them. */
export class KeptChannels extends Service<{ database: Database; secrets: Pick<SecretBox, 'seal'> }> {
  list(principal: Principal, query: PageQuery): Promise<Page<ChannelView>> {
    return this.parts.database.read(principal, async (unit) => {
      let found = visible(unit, principal);
      if (query.search) found = found.where('c.name', 'ilike', containing(query.search));
      const order = { sort: 'name', table: 'c' };
      const [rows, total] = await Promise.all([
        pageOrdered(found.select(columns), query, order).execute(),
        totalOf(found),
      ]);
      return pageOf(
        rows.map((row) => shownTo(principal, row)),
        total,
        query,
      );
    });
  }

  get(principal: Principal, id: string): Promise<ChannelView> {
    return this.parts.database.read(principal, (unit) => one(unit, principal, id));
  }

  create(principal: Principal, input: Static<typeof ChannelInput>): Promise<ChannelView> {
    assertFit(input);
    return this.parts.database.write(principal, async (work) => {
      const { organization_id } = work;
      await sql`select pg_advisory_xact_lock(hashtextextended(${`channels ${organization_id}`}, 0))`.execute(
        work.sql,
      );
      const { total } = await work.sql
        .selectFrom('notification_channels')
        .select(sql<number>`count(*)::int`.as('total'))
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (total >= MOST) throw tooManyChannels();
      const id = newId();
      const row = {
        is_enabled: true,
        open_to_users: false,
        minimum_priority: null,
        digest_minutes: 0,
        ...input,
      };
      await sql`
        insert into notification_channels (id, organization_id, name, kind, host, sealed_url, is_enabled,
          open_to_users, categories, minimum_priority, digest_minutes, quiet_hours)
        values (${id}::uuid, ${organization_id}::uuid, ${row.name}, ${row.kind}, ${hostOf(input)},
          ${this.#seal(input.url, id, organization_id)}, ${row.is_enabled}, ${row.open_to_users},
          ${jsonOf(input.categories)}::jsonb, ${row.minimum_priority}, ${row.digest_minutes},
          ${jsonOf(input.quiet_hours)}::jsonb)`.execute(work.sql);
      record(work, 'create', id, { name: input.name, kind: input.kind });
      return one(work, principal, id);
    });
  }

  update(
    principal: Principal,
    id: string,
    patch: Static<typeof ChannelPatch>,
    if_match: string | null,
  ): Promise<ChannelView> {
    assertFit(patch);
    return this.parts.database.write(principal, async (work) => {
      await lock(work, id);
      const before = await one(work, principal, id);
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return before;
      const { url, categories, quiet_hours, ...plain } = patch;
      const change = {
        ...(plain as Partial<
          Pick<ChannelView, 'name' | 'is_enabled' | 'open_to_users' | 'minimum_priority'>
        >),
        ...(categories === undefined ? {} : { categories: sql<never>`${jsonOf(categories)}::jsonb` }),
        ...(quiet_hours === undefined ? {} : { quiet_hours: sql<never>`${jsonOf(quiet_hours)}::jsonb` }),
        ...(url === undefined
          ? {}
          : { host: hostOf({ url }), sealed_url: this.#seal(url, id, work.organization_id) }),
        updated_at: sql<string>`clock_timestamp()`,
      };
      await work.sql.updateTable('notification_channels').set(change).where('id', '=', id).execute();
      record(work, 'update', id, { fields: Object.keys(patch) });
      return one(work, principal, id);
    });
  }

  remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      await lock(work, id);
      assertUnchanged(if_match, (await one(work, principal, id)).updated_at);
      await work.sql
        .updateTable('notification_channels')
        .set({ deleted_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      record(work, 'delete', id, {});
    });
  }

  #seal(url: string, row_id: string, organization_id: string): string {
    return this.parts.secrets.seal(new Secret(url), {
      table: 'notification_channels',
      row_id,
      organization_id,
    });
  }
}

const isKeeper = (principal: Principal): boolean =>
  roleAtLeast(principal.role, 'org_admin') && !isScoped(principal);

function visible({ sql: db }: UnitOfWork, principal: Principal) {
  const found = db
    .selectFrom('notification_channels as c')
    .leftJoin('notification_targets as t', 't.channel_id', 'c.id')
    .where('c.deleted_at', 'is', null);
  return isKeeper(principal)
    ? found
    : found.where('c.open_to_users', '=', true).where('c.is_enabled', '=', true);
}

async function one(unit: UnitOfWork, principal: Principal, id: string): Promise<ChannelView> {
  const row = await visible(unit, principal).select(columns).where('c.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound();
  return shownTo(principal, row);
}

async function lock({ sql: db }: UnitOfWork, id: string): Promise<void> {
  const found = db.selectFrom('notification_channels').select('id').where('id', '=', id);
  await found.where('deleted_at', 'is', null).forNoKeyUpdate().execute();
}

type ChannelRow = Omit<ChannelView, 'categories'> & { readonly categories: readonly string[] | null };

function shownTo(principal: Principal, row: ChannelRow): ChannelView {
  const shown = { ...row, categories: row.categories === null ? null : [...row.categories] };
  return isKeeper(principal) ? shown : { ...shown, host: null, failing_since: null, last_error: null };
}

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

function assertFit({
  url,
  quiet_hours,
}: {
  readonly url?: string | undefined;
  readonly quiet_hours?: QuietHours | null | undefined;
}): void {
  const parsed = url === undefined ? undefined : URL.parse(url);
  const isBad =
    parsed === null ||
    (parsed !== undefined &&
      (!/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== ''));
  if (isBad)
    throw validationFailed({
      details: [{ field: 'url', message: 'is no http or https URL without credentials', type: 'format' }],
    });
  const fault = quiet_hours ? faultOf(quiet_hours) : null;
  if (fault !== null)
    throw validationFailed({
      details: [{ field: `quiet_hours.${fault.field}`, message: fault.message, type: 'format' }],
    });
}

const record = (
  work: UnitOfWork,
  verb: string,
  target_id: string,
  detail: Readonly<Record<string, unknown>>,
): void =>
  work.audit.record({
    action: `notifications.${verb}_channel`,
    target_type: 'notification_channel',
    target_id,
    detail,
  });
