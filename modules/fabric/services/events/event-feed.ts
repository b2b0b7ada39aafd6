import { type Database, foundBy, type Page, type PageQuery, pageOf, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { validationFailed } from '@patchbay/kernel/errors';
import {
  type EventRegistry,
  type LoggedEvent,
  parsePattern,
  patternMatches,
  redact,
} from '@patchbay/kernel/events';
import type { Catalog } from '@patchbay/kernel/fabric';
import { type Access, decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';

export interface FeedQuery extends PageQuery {
  readonly event_type?: string;
  readonly since?: string;
  readonly until?: string;
  readonly cursor?: number;
}

/** Events of plugins carry no access of their own (DECISIONS 31). */
const pluginEvents = { access: { role: 'org_admin' } } as const satisfies { readonly access: Access };

/** The log as its readers may see it: event types they may subscribe to, without secrets. */
export class EventFeed extends Service<{
  database: Pick<Database, 'read'>;
  registry: Pick<EventRegistry, 'declared'>;
  catalog: Pick<Catalog, 'view'>;
  permissions: PermissionMap;
}> {
  /** Newest first; with `cursor` what came after it, oldest first. */
  list(principal: Principal, query: FeedQuery): Promise<Page<LoggedEvent>> {
    const types = this.#typesFor(principal, query.event_type);
    if (types.length === 0) return Promise.resolve(pageOf([], 0, query));
    const where = sql.join(conditionsOf(types, query), sql` and `);
    const oldestFirst =
      query.sort === 'occurred_at' || (query.sort === undefined && query.cursor !== undefined);
    const direction = sql.raw(oldestFirst ? 'asc' : 'desc');
    return this.parts.database.read(principal, async ({ sql: db }) => {
      const [items, counted] = await Promise.all([
        sql<LoggedEvent>`
          select id, cursor, organization_id, site_id, event_type, category, priority, payload, causation, occurred_at
          from event_log where ${where} order by cursor ${direction}
          limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`.execute(db),
        sql<{ total: number }>`select count(*) as total from event_log where ${where}`.execute(db),
      ]);
      const shown = items.rows.map((event) => ({ ...event, payload: redact(event.payload) }));
      return pageOf(shown, counted.rows[0]?.total ?? 0, query);
    });
  }

  #typesFor(principal: Principal, wanted: string | undefined): readonly string[] {
    const pattern = wanted === undefined ? null : parsePattern(wanted);
    if (wanted !== undefined && pattern === null)
      throw validationFailed({
        details: [{ field: 'event_type', message: 'is no event type and no pattern', type: 'pattern' }],
      });
    const native = this.parts.registry.declared
      .filter(({ access }) => this.#may(principal, access))
      .map(({ type }) => type);
    const foreign = this.#may(principal, pluginEvents.access)
      ? this.#pluginTypes(principal.organization_id)
      : [];
    return [...native, ...foreign].filter((type) => pattern === null || patternMatches(pattern, type));
  }

  #pluginTypes(organization_id: string): readonly string[] {
    const { events } = this.parts.catalog.view(organization_id);
    return events.filter(({ tier }) => tier === 'plugin').map(({ event_type }) => event_type);
  }

  #may(principal: Principal, access: Access): boolean {
    return decide(this.parts.permissions, principal, access).allowed;
  }
}

const conditionsOf = (types: readonly string[], { since, until, cursor, search, site_id }: FeedQuery) => [
  sql`cursor is not null`,
  sql`event_type = any(${types}::text[])`,
  ...(since === undefined ? [] : [sql`occurred_at >= ${since}::timestamptz`]),
  ...(until === undefined ? [] : [sql`occurred_at <= ${until}::timestamptz`]),
  ...(cursor === undefined ? [] : [sql`cursor > ${cursor}`]),
  ...(site_id === undefined ? [] : [sql`site_id = ${site_id}::uuid`]),
  foundBy(search, { texts: [sql.ref('event_type')], ids: [sql.ref('id')] }),
];
