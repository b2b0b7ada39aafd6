import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { type LoggedEvent, type PatternIndex, parsePattern } from '@patchbay/kernel/events';
import type { Conditions } from '@patchbay/kernel/fabric';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { SealedSteps, Step } from '@patchbay/runs';
import { type IndexedEntry, isExact, type Match, RevisionIndex } from '@patchbay/runs';
import type { ConnectionMode } from '../../entities/connection.ts';
import { areEffectFree } from './effect-free-steps.ts';

/** An enabled Connection, ready to be matched and run. */
export interface WiredConnection {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly conditions: Conditions | null;
  readonly cooldown_seconds: number;
  readonly mode: ConnectionMode;
  readonly max_parallel: number | null;
  readonly max_runs_per_minute: number | null;
  readonly shadow: boolean;
  readonly author_id: string;
  readonly steps: readonly Step[];
  readonly is_instant: boolean;
  /** Whether it names one event type, and no pattern. */
  readonly is_exact: boolean;
}

/** An event that a Connection answers to. */
export type ConnectionMatch = Match<WiredConnection>;

interface Row extends Omit<WiredConnection, 'steps' | 'is_instant' | 'is_exact'> {
  readonly source_event: string;
  readonly sealed_steps: string;
}

/** Enabled Connections by pattern, of as many organizations as a process remembers. */
export class ConnectionIndex {
  readonly #sealed: SealedSteps;
  readonly #logger: Logger;
  readonly #index: RevisionIndex<WiredConnection>;

  constructor(sealed: SealedSteps, logger: Logger) {
    this.#sealed = sealed;
    this.#logger = logger;
    this.#index = new RevisionIndex('connection_revisions', (db, ids) => this.#load(db, ids));
  }

  /** Indexes of those of the organizations that ever had a Connection. */
  of(
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ): Promise<ReadonlyMap<string, PatternIndex<WiredConnection>>> {
    return this.#index.of(db, organization_ids);
  }

  mayAnswer(db: Kysely<Tables>, events: readonly LoggedEvent[]): Promise<boolean> {
    return this.#index.mayAnswer(db, events);
  }

  async #load(
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ): Promise<readonly IndexedEntry<WiredConnection>[]> {
    const { rows } = await sql<Row>`
      select id, organization_id, name, source_event, conditions, cooldown_seconds, mode, max_parallel,
        max_runs_per_minute, shadow, author_id, sealed_steps
      from connections
      where organization_id = any(${organization_ids}::uuid[])
        and is_enabled and paused_reason is null and deleted_at is null
      order by id`.execute(db);
    return rows.flatMap((row) => {
      const pattern = parsePattern(row.source_event);
      const value = this.#wire(row);
      return pattern === null || value === null ? [] : [{ pattern, value }];
    });
  }

  /** A row that cannot be opened must not keep the others from running. */
  #wire({ source_event, sealed_steps, ...row }: Row): WiredConnection | null {
    try {
      const steps = this.#sealed.open(sealed_steps, row);
      return Object.freeze({
        ...row,
        steps,
        is_instant: areEffectFree(steps),
        is_exact: isExact(source_event),
      });
    } catch (error) {
      this.#logger.error('the steps of a Connection cannot be opened', {
        connection_id: row.id,
        source_event,
        error,
      });
      return null;
    }
  }
}
