import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { type LoggedEvent, type Pattern, PatternIndex } from '@patchbay/kernel/events';

/** Something of one organization that answers to a pattern. */
export interface IndexedEntry<T> {
  readonly pattern: Pattern;
  readonly value: T;
}

interface Known<T> {
  readonly revision: number;
  readonly entries: PatternIndex<T>;
}

/** Organizations remembered; the one not asked for longest goes first. */
const MAX_ORGANIZATIONS = 1_000;

/**
 * Owners of organizations, by pattern. The revision is read in the caller's transaction, so that a process's copy
 * is used only while it is what PostgreSQL holds (RULES R8).
 */
export class RevisionIndex<T extends { readonly organization_id: string }> {
  readonly #table: string;
  readonly #load: (
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ) => Promise<readonly IndexedEntry<T>[]>;
  readonly #known = new Map<string, Known<T>>();

  /** `table` holds one number per organization, raised with every change of what is indexed. */
  constructor(
    table: string,
    load: (db: Kysely<Tables>, organization_ids: readonly string[]) => Promise<readonly IndexedEntry<T>[]>,
  ) {
    this.#table = table;
    this.#load = load;
  }

  /** Indexes of those of the organizations that have a revision. */
  async of(
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ): Promise<ReadonlyMap<string, PatternIndex<T>>> {
    const rows = await this.#revisions(db, organization_ids);
    const outdated = rows.filter(({ id, revision }) => this.#known.get(id)?.revision !== revision);
    const loaded = outdated.length > 0 ? await this.#loadAll(db, outdated) : new Map<string, Known<T>>();
    const found = new Map<string, PatternIndex<T>>();
    for (const { id } of rows) {
      const known = loaded.get(id) ?? this.#known.get(id);
      if (known === undefined) continue;
      this.#remember(id, known);
      found.set(id, known.entries);
    }
    return found;
  }

  /** Whether any of these events may have an owner. False is certain: it is said of copies that PostgreSQL holds now. */
  async mayAnswer(
    db: Kysely<Tables>,
    events: readonly Pick<LoggedEvent, 'organization_id' | 'event_type'>[],
  ): Promise<boolean> {
    const rows = await this.#revisions(db, [
      ...new Set(events.map(({ organization_id }) => organization_id)),
    ]);
    const entries = new Map<string, PatternIndex<T>>();
    for (const { id, revision } of rows) {
      const known = this.#known.get(id);
      if (known?.revision !== revision) return true;
      entries.set(id, known.entries);
    }
    return events.some(
      ({ organization_id, event_type }) => entries.get(organization_id)?.match(event_type).length,
    );
  }

  async #revisions(
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ): Promise<readonly { readonly id: string; readonly revision: number }[]> {
    const { rows } = await sql<{ id: string; revision: number }>`
      select id, revision from ${sql.table(this.#table)}
      where id = any(${organization_ids}::uuid[])`.execute(db);
    return rows;
  }

  async #loadAll(
    db: Kysely<Tables>,
    organizations: readonly { readonly id: string; readonly revision: number }[],
  ): Promise<Map<string, Known<T>>> {
    const loaded = new Map(
      organizations.map(({ id, revision }) => [id, { revision, entries: new PatternIndex<T>() }]),
    );
    const ids = organizations.map(({ id }) => id);
    for (const { pattern, value } of await this.#load(db, ids))
      loaded.get(value.organization_id)?.entries.add(pattern, value);
    return loaded;
  }

  #remember(id: string, known: Known<T>): void {
    this.#known.delete(id);
    this.#known.set(id, known);
    if (this.#known.size <= MAX_ORGANIZATIONS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
