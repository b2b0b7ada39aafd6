import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { actingIn, actingUsers } from '@patchbay/module-identity/contract';
import type { Authored } from '@patchbay/runs';
import {
  AUTHOR_REFUSAL,
  applyGates,
  authorsOf,
  type Hearing,
  hearingOf,
  LOST_RIGHT,
  type Match,
  matchEvents,
  type Pausing,
  recordMisses,
  type Trip,
  type TripAnnouncement,
  unheard,
} from '@patchbay/runs';
import { v7 as uuidv7 } from 'uuid';
import { manageRules } from '../../permissions.ts';
import type { RuleIndex, WiredRule } from '../rules/rule-index.ts';
import { insertExecutions, type NewExecution } from './insert-executions.ts';
import { missesOfRules, ruleGates } from './rule-tables.ts';

const intakeExemption = exempt(
  'automation.intake',
  'events of all organizations are matched, each against the rules of its own organization',
);

export interface IntakeDeps {
  readonly database: Pick<Database, 'asSystem'>;
  readonly index: Pick<RuleIndex, 'of'>;
  readonly hearing: Hearing;
  readonly permissions: PermissionMap;
  readonly pause: Pick<Pausing, 'pause'>;
  readonly trips: Pick<TripAnnouncement, 'announce'>;
  /** Says that executions wait in PostgreSQL. */
  readonly wake: () => void;
}

interface Taken {
  readonly isWaiting: boolean;
  readonly stopped: ReadonlyMap<WiredRule, string>;
  readonly trips: readonly Trip<WiredRule>[];
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
    for (const [rule, reason] of taken.stopped) await this.#deps.pause.pause(rule, reason);
    for (const trip of taken.trips) await this.#deps.trips.announce(trip);
  }

  async #admit(db: Kysely<Tables>, events: readonly LoggedEvent[]): Promise<Taken> {
    const organizations = [...new Set(events.map(({ organization_id }) => organization_id))];
    const indexes = await this.#deps.index.of(db, organizations);
    const authors = await actingUsers(db, authorsOf(events, indexes));
    const authorOf = ({ author_id, organization_id }: Authored): Principal | null =>
      actingIn(authors.get(author_id), organization_id);
    const hears = hearingOf(this.#deps.hearing, authorOf);
    const matched = await matchEvents(events, indexes, {
      noun: 'rule',
      hears: (rule, event) => this.#hasLostRules(authorOf(rule)) || hears(rule, event),
    });
    await recordMisses(db, matched.misses, events[0]?.cursor ?? 0, missesOfRules);
    const judged = matched.matches.map((match) => {
      const refusal = this.#refusalOf(authorOf(match.owner), match);
      return refusal === null ? match : { ...match, refusal };
    });
    const { matches, trips } = await applyGates(db, ruleGates, judged);
    await insertExecutions(db, matches.map(executionFor));
    return {
      isWaiting: matches.some(({ refusal }) => refusal === null),
      stopped: new Map(
        judged.flatMap(({ owner, refusal }) =>
          refusal === AUTHOR_REFUSAL || refusal === LOST_RIGHT ? [[owner, refusal] as const] : [],
        ),
      ),
      trips,
    };
  }

  #refusalOf(author: Principal | null, { owner, event }: Match<WiredRule>): string | null {
    if (author === null) return AUTHOR_REFUSAL;
    if (this.#hasLostRules(author)) return LOST_RIGHT;
    return unheard(this.#deps.hearing, author, owner, event);
  }

  /** Whoever may write no rules any more has none carried out. */
  #hasLostRules(author: Principal | null): boolean {
    return author !== null && !decide(this.#deps.permissions, author, manageRules).allowed;
  }
}

const executionFor = ({ owner: rule, event, refusal }: Match<WiredRule>): NewExecution => ({
  id: uuidv7(),
  organization_id: rule.organization_id,
  rule_id: rule.id,
  event_id: event.id,
  site_id: event.site_id,
  scheduled_for: null,
  author_id: rule.author_id,
  status: refusal === null ? 'queued' : 'skipped',
  reason: refusal,
  trigger: null,
});
