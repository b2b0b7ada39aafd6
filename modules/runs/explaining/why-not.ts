import { type Database, type Kysely, sql, type Tables, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { parsePattern, patternMatches } from '@patchbay/kernel/events';
import { type Conditions, evaluateConditions } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { AuthorOf } from '../intake/admit-events.ts';
import type { MissTables } from '../intake/unmet-conditions-log.ts';
import type { Owner } from '../owners/owner.ts';
import type { RunKind } from '../running/run-kind.ts';
import {
  type ExplainedEvent,
  type Explanation,
  explainedEvent,
  isAfter,
  no,
  ofRun,
  type RunSummary,
  unmet,
} from './explanation.ts';
import { recordedUnmetConditions } from './unmet-conditions.ts';

/** An owner with its explanations. */
export interface ExplainedOwner extends Owner {
  /** Null where it answers no events. */
  readonly pattern: string | null;
  readonly conditions: Conditions | null;
  readonly is_enabled: boolean;
  readonly paused_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

type HeardEvent = ExplainedEvent & { readonly organization_id: string };

export interface WhyNotDeps {
  readonly kind: Pick<RunKind, 'runs' | 'owner' | 'ownerNoun'>;
  readonly misses: MissTables;
  readonly database: Pick<Database, 'read'>;
  /** Throws `kernel.not_found` for an owner that the unit's principal does not see. */
  readonly ownerOf: (unit: Unit, id: string) => Promise<ExplainedOwner>;
  readonly authors: (db: Kysely<Tables>, ids: readonly string[]) => Promise<AuthorOf>;
  /** Reason why the author does not see the event; null without one. */
  readonly unheard: (author: Principal | null, event: HeardEvent) => Explanation | null;
  /** Whether that is said before the owner's own state. */
  readonly isUnheardFirst: boolean;
  readonly words: {
    /** Noun of a run. */
    readonly run: 'Run' | 'Execution';
    /** Verb for an owner's reaction to an event. */
    readonly answers: 'run' | 'answer';
  };
}

/** Explains why an event led to no run of an owner: recorded reasons first, then present ones. */
export class WhyNot extends Service<WhyNotDeps> {
  explain(principal: Principal, event_id: string, owner_id: string): Promise<Explanation> {
    const { database, ownerOf, authors, misses, words, unheard } = this.parts;
    return database.read(principal, async (unit) => {
      const event = await explainedEvent(unit, event_id);
      const owner = await ownerOf(unit, owner_id);
      const run = await this.#runOf(unit, owner_id, event_id);
      if (run !== undefined) return ofRun(run, words.run);
      if (event.cursor === null) return no('not_relayed', 'The event is committed and not numbered yet.');
      const recorded = await recordedUnmetConditions(unit, owner_id, event.cursor, misses);
      if (recorded !== null) return recorded;
      const author = (await authors(unit.sql, [owner.author_id]))(owner);
      const { organization_id } = unit;
      return this.#asOfNow(owner, event, unheard(author, { ...event, organization_id }));
    });
  }

  async #runOf({ sql: db }: Unit, owner_id: string, event_id: string): Promise<RunSummary | undefined> {
    const { runs, owner } = this.parts.kind;
    const { rows } = await sql<RunSummary>`
      select id, status, reason from ${sql.table(runs)}
      where ${sql.ref(owner)} = ${owner_id}::uuid and event_id = ${event_id}::uuid
        and not is_test and rerun_of is null`.execute(db);
    return rows[0];
  }

  /** Nothing was recorded, so the owner is judged as it stands. */
  #asOfNow(owner: ExplainedOwner, event: ExplainedEvent, unheard: Explanation | null): Explanation {
    const { kind, words, isUnheardFirst } = this.parts;
    const { ownerNoun: noun } = kind;
    if (owner.pattern === null) return no('schedule', `The ${noun} answers a schedule, not events.`);
    if (isAfter(owner.created_at, event)) return no(`${noun}_newer`, 'It was made after the event.');
    const pattern = parsePattern(owner.pattern);
    if (pattern === null || !patternMatches(pattern, event.event_type))
      return no('pattern', `${owner.pattern} does not match ${event.event_type}.`);
    if (isUnheardFirst && unheard !== null) return unheard;
    if (!owner.is_enabled) return no(`${noun}_disabled`, 'It is switched off.');
    if (owner.paused_reason !== null) return no(`${noun}_paused`, `It is paused: ${owner.paused_reason}.`);
    if (unheard !== null) return unheard;
    const { passed, failed } = evaluateConditions(owner.conditions, event.payload);
    if (!passed) return no('conditions', unmet(failed));
    if (isAfter(owner.updated_at, event))
      return no(
        `${noun}_changed`,
        `It was changed after the event; as it is now, it would ${words.answers}.`,
      );
    return no('not_consumed', 'The event is on its way to it.');
  }
}
