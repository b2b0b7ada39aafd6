import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { decide, type PermissionMap } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { authorsAmong } from '@patchbay/module-fabric/contract';
import {
  admitEvents,
  type EventVisibility,
  type Match,
  type Pausing,
  type TripAnnouncement,
} from '@patchbay/runs';
import { manageRules } from '../../permissions.ts';
import type { RuleIndex, WiredRule } from '../rules/rule-index.ts';
import { insertExecutions, type NewExecution } from './insert-executions.ts';
import { missesOfRules, ruleRates } from './rule-tables.ts';

const intakeExemption = exempt(
  'automation.intake',
  'events of all organizations are matched, each against the rules of its own organization',
);

export interface IntakeDeps {
  readonly database: Pick<Database, 'asSystem' | 'askAsSystem'>;
  readonly index: Pick<RuleIndex, 'of' | 'mayAnswer'>;
  readonly visibility: EventVisibility;
  readonly permissions: PermissionMap;
  readonly pause: Pick<Pausing, 'pause'>;
  readonly trips: Pick<TripAnnouncement, 'announce'>;
  /** Says that executions wait in PostgreSQL. */
  readonly wake: () => void;
}

/**
 * Turns a batch of events into executions, in one transaction and a handful of statements. A repeated batch finds
 * its executions by rule and event and changes nothing.
 */
export class RuleIntake extends Service<IntakeDeps> {
  async take(events: readonly LoggedEvent[]): Promise<void> {
    const { database, index } = this.parts;
    // Most batches concern no rule at all.
    if (!(await database.askAsSystem(intakeExemption, (db) => index.mayAnswer(db, events)))) return;
    const taken = await database.asSystem(intakeExemption, (db) => this.#admit(db, events));
    if (taken.isWaiting) this.parts.wake();
    for (const [rule, reason] of taken.stopped) await this.parts.pause.pause(rule, reason);
    for (const trip of taken.trips) await this.parts.trips.announce(trip);
  }

  async #admit(db: Kysely<Tables>, events: readonly LoggedEvent[]) {
    const { index, visibility, permissions } = this.parts;
    const admitted = await admitEvents(db, events, {
      noun: 'rule',
      misses: missesOfRules,
      limits: ruleRates,
      index,
      visibility,
      authors: authorsAmong,
      // An author who may write no rules any more has none carried out.
      isBarred: (author) => !decide(permissions, author, manageRules).allowed,
    });
    await insertExecutions(db, admitted.matches.map(executionFor));
    return { ...admitted, isWaiting: admitted.matches.some(({ refusal }) => refusal === null) };
  }
}

const executionFor = ({ owner: rule, event, refusal }: Match<WiredRule>): NewExecution => ({
  id: newId(),
  organization_id: rule.organization_id,
  rule_id: rule.id,
  event_id: event.id,
  site_id: event.site_id,
  scheduled_for: null,
  author_id: rule.author_id,
  shadow: rule.shadow,
  status: refusal === null ? 'queued' : 'skipped',
  reason: refusal,
  trigger: null,
});
