import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import {
  AUTHOR_REFUSAL,
  type Authors,
  actingIn,
  authorsOf,
  type Hearing,
  hearingOf,
  type Match,
  matchEvents,
  recordMisses,
} from '@patchbay/module-fabric/contract';
import { v7 as uuidv7 } from 'uuid';
import { insertExecutions, type NewExecution } from './insert-executions.ts';
import { missesOfRules } from './miss-tables.ts';
import { applyRuleGates, type Trip } from './rule-gates.ts';
import type { RuleIndex, WiredRule } from './rule-index.ts';
import type { RulePause } from './rule-pause.ts';
import type { RuleTrips } from './rule-trips.ts';

const intakeExemption = exempt(
  'automation.intake',
  'events of all organizations are matched, each against the rules of its own organization',
);

export interface IntakeDeps {
  readonly database: Pick<Database, 'asSystem'>;
  readonly index: Pick<RuleIndex, 'of'>;
  readonly authors: Pick<Authors, 'among'>;
  readonly hearing: Hearing;
  readonly pause: Pick<RulePause, 'pause'>;
  readonly trips: Pick<RuleTrips, 'announce'>;
  /** Says that executions wait in PostgreSQL. */
  readonly wake: () => void;
}

interface Taken {
  readonly isWaiting: boolean;
  readonly orphaned: ReadonlySet<WiredRule>;
  readonly trips: readonly Trip[];
}

/**
 * Turns a batch of events into executions, in one transaction and a handful of statements. A repeated batch finds
 * its executions by rule and event and changes nothing.
 */
export class RuleIntake {
  readonly #deps: IntakeDeps;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  async take(events: readonly LoggedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const taken = await this.#deps.database.asSystem(intakeExemption, (db) => this.#admit(db, events));
    if (taken.isWaiting) this.#deps.wake();
    for (const rule of taken.orphaned) await this.#deps.pause.pause(rule, AUTHOR_REFUSAL);
    for (const trip of taken.trips) await this.#deps.trips.announce(trip);
  }

  async #admit(db: Kysely<Tables>, events: readonly LoggedEvent[]): Promise<Taken> {
    const organizations = [...new Set(events.map(({ organization_id }) => organization_id))];
    const indexes = await this.#deps.index.of(db, organizations);
    const authors = await this.#deps.authors.among(db, authorsOf(events, indexes));
    const authorOf = ({ author_id, organization_id }: WiredRule): Principal | null =>
      actingIn(authors.get(author_id), organization_id);
    const matched = matchEvents(events, indexes, {
      noun: 'rule',
      hears: hearingOf(this.#deps.hearing, authors),
    });
    await recordMisses(db, matched.misses, events[0]?.cursor ?? 0, missesOfRules);
    const judged = matched.matches.map((match) =>
      authorOf(match.connection) === null ? { ...match, refusal: AUTHOR_REFUSAL } : match,
    );
    const { matches, trips } = await applyRuleGates(db, judged);
    await insertExecutions(db, matches.map(executionFor));
    const orphans = judged.filter(({ refusal }) => refusal === AUTHOR_REFUSAL);
    return {
      isWaiting: matches.some(({ refusal }) => refusal === null),
      orphaned: new Set(orphans.map(({ connection }) => connection)),
      trips,
    };
  }
}

const executionFor = ({ connection, event, refusal }: Match<WiredRule>): NewExecution => ({
  id: uuidv7(),
  organization_id: connection.organization_id,
  rule_id: connection.id,
  event_id: event.id,
  site_id: event.site_id,
  scheduled_for: null,
  author_id: connection.author_id,
  status: refusal === null ? 'queued' : 'skipped',
  reason: refusal,
  trigger: null,
});
