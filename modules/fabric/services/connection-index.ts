import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { type Conditions, PatternIndex, parsePattern } from '@patchbay/kernel/events';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { ConnectionMode } from '../entities/connection.ts';
import { isInstant } from './instant.ts';
import type { SealedSteps, Step } from './sealed-steps.ts';

/** An enabled Connection, ready to be matched and run. */
export interface WiredConnection {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly conditions: Conditions | null;
  readonly cooldown_seconds: number;
  readonly mode: ConnectionMode;
  readonly max_runs_per_minute: number | null;
  readonly shadow: boolean;
  readonly author_id: string;
  readonly steps: readonly Step[];
  readonly is_instant: boolean;
}

interface Row extends Omit<WiredConnection, 'steps' | 'is_instant'> {
  readonly source_event: string;
  readonly sealed_steps: string;
}

interface Known {
  readonly revision: number;
  readonly wired: PatternIndex<WiredConnection>;
}

/** Organizations remembered; the one not asked for longest goes first. */
const MOST_ORGANIZATIONS = 1_000;

/**
 * Enabled Connections by pattern. The revision is read in the caller's transaction, so that what a process
 * remembers is used only while it is what PostgreSQL holds (RULES R8).
 */
export class ConnectionIndex {
  readonly #sealed: SealedSteps;
  readonly #logger: Logger;
  readonly #known = new Map<string, Known>();

  constructor(sealed: SealedSteps, logger: Logger) {
    this.#sealed = sealed;
    this.#logger = logger;
  }

  /** Indexes of those of the organizations that ever had a Connection. */
  async of(
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ): Promise<ReadonlyMap<string, PatternIndex<WiredConnection>>> {
    const { rows } = await sql<{ id: string; revision: number }>`
      select id, revision from connection_revisions where id = any(${organization_ids}::uuid[])`.execute(db);
    const outdated = rows.filter(({ id, revision }) => this.#known.get(id)?.revision !== revision);
    const loaded = outdated.length > 0 ? await this.#load(db, outdated) : new Map<string, Known>();
    const found = new Map<string, PatternIndex<WiredConnection>>();
    for (const { id } of rows) {
      const known = loaded.get(id) ?? this.#known.get(id);
      if (known === undefined) continue;
      this.#remember(id, known);
      found.set(id, known.wired);
    }
    return found;
  }

  async #load(
    db: Kysely<Tables>,
    organizations: readonly { readonly id: string; readonly revision: number }[],
  ): Promise<Map<string, Known>> {
    const { rows } = await sql<Row>`
      select id, organization_id, name, source_event, conditions, cooldown_seconds, mode,
        max_runs_per_minute, shadow, author_id, sealed_steps
      from connections
      where organization_id = any(${organizations.map(({ id }) => id)}::uuid[])
        and is_enabled and paused_reason is null and deleted_at is null
      order by id`.execute(db);
    const loaded = new Map(
      organizations.map(({ id, revision }) => [id, { revision, wired: new PatternIndex<WiredConnection>() }]),
    );
    for (const row of rows) {
      const pattern = parsePattern(row.source_event);
      const wired = this.#wire(row);
      if (pattern !== null && wired !== null) loaded.get(row.organization_id)?.wired.add(pattern, wired);
    }
    return loaded;
  }

  /** A row that cannot be opened must not keep the others from running. */
  #wire({ source_event, sealed_steps, ...row }: Row): WiredConnection | null {
    try {
      const steps = this.#sealed.open(sealed_steps, row);
      return Object.freeze({ ...row, steps, is_instant: isInstant(steps) });
    } catch (error) {
      this.#logger.error('the steps of a Connection cannot be opened', {
        connection_id: row.id,
        source_event,
        error,
      });
      return null;
    }
  }

  #remember(id: string, known: Known): void {
    this.#known.delete(id);
    this.#known.set(id, known);
    if (this.#known.size <= MOST_ORGANIZATIONS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
