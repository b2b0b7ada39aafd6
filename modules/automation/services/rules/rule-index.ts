import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { type LoggedEvent, type PatternIndex, parsePattern } from '@patchbay/kernel/events';
import type { Conditions } from '@patchbay/kernel/fabric';
import { type IndexedEntry, isExact, RevisionIndex } from '@patchbay/runs';

/** An enabled rule, ready to be matched. */
export interface WiredRule {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly conditions: Conditions | null;
  readonly max_runs_per_minute: number | null;
  readonly shadow: boolean;
  readonly author_id: string;
  /** Whether it names one event type, and no pattern. */
  readonly is_exact: boolean;
}

/** Enabled event rules by pattern, of as many organizations as a process remembers. */
export class RuleIndex {
  readonly #index = new RevisionIndex<WiredRule>('automation_revisions', load);

  /** Indexes of those of the organizations that ever had a rule. */
  of(
    db: Kysely<Tables>,
    organization_ids: readonly string[],
  ): Promise<ReadonlyMap<string, PatternIndex<WiredRule>>> {
    return this.#index.of(db, organization_ids);
  }

  mayAnswer(db: Kysely<Tables>, events: readonly LoggedEvent[]): Promise<boolean> {
    return this.#index.mayAnswer(db, events);
  }
}

async function load(
  db: Kysely<Tables>,
  organization_ids: readonly string[],
): Promise<readonly IndexedEntry<WiredRule>[]> {
  const { rows } = await sql<Omit<WiredRule, 'is_exact'> & { readonly event_pattern: string }>`
    select id, organization_id, name, conditions, max_runs_per_minute, shadow, author_id,
      trigger_config->>'event_pattern' as event_pattern
    from automation_rules
    where organization_id = any(${organization_ids}::uuid[]) and trigger_type = 'event'
      and is_enabled and paused_reason is null and deleted_at is null
    order by id`.execute(db);
  return rows.flatMap(({ event_pattern, ...rule }) => {
    const pattern = parsePattern(event_pattern);
    return pattern === null
      ? []
      : [{ pattern, value: Object.freeze({ ...rule, is_exact: isExact(event_pattern) }) }];
  });
}
