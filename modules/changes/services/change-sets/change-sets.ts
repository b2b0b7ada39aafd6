import { type Database, jsonValue, type Page, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { forbidden, notFound } from '@patchbay/kernel/errors';
import type { Jobs } from '@patchbay/kernel/jobs';
import { authorize, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Static } from 'typebox';
import type { ChangeSetsService } from '../../contract/change-sets.ts';
import type { SetActor } from '../../entities/change-set.ts';
import { forceRequired } from '../../errors/index.ts';
import { setNotOpen } from '../../errors/reviews.ts';
import { changeSetStepJob } from '../../jobs/change-sets.ts';
import type { ChangeSetInput } from '../../schemas/change-sets.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { authorizeWrite } from '../weighing/write-needs.ts';
import { endSet } from './end-set.ts';
import { makeSet } from './make-set.ts';
import {
  ENDED,
  lockSet,
  pageOfSets,
  type SetListView,
  type SetQuery,
  type SetRow,
  type SetView,
  viewOfSet,
} from './set-rows.ts';
import type { SetTargets } from './set-targets.ts';

export interface ChangeSetsDeps {
  readonly database: Database;
  readonly features: Public<FeatureIndex>;
  readonly permissions: PermissionMap;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly targets: Pick<SetTargets, 'assertThere'>;
}

/** One waiting step per set. */
export const stepKey = (set_id: string): string => `changes.set-step.${set_id}`;

/** Change sets for people; the runner carries them out. */
export class ChangeSets extends Service<ChangeSetsDeps> implements ChangeSetsService {
  list(principal: Principal, query: SetQuery): Promise<Page<SetListView>> {
    return this.parts.database.read(principal, (unit) => pageOfSets(unit, query));
  }

  get(principal: Principal, id: string): Promise<SetView> {
    return this.parts.database.read(principal, (unit) => viewOfSet(unit, id));
  }

  /** Throws `kernel.not_found`, `kernel.forbidden`, `changes.not_pending`, `changes.in_another_set`. */
  create(principal: Principal, input: Static<typeof ChangeSetInput>): Promise<SetView> {
    return this.parts.database.write(principal, async (work) => {
      const mayApply = (changes: readonly ChangeRow[]) => this.#assertMayApply(principal, changes);
      const nowMs = this.parts.clock.now().getTime();
      const assertThere: SetTargets['assertThere'] = (unit, changes) =>
        this.parts.targets.assertThere(unit, changes);
      const id = await makeSet(work, input, { nowMs, mayApply, assertThere });
      return viewOfSet(work, id);
    });
  }

  /**
   * Releases a draft, now or at its `apply_at`. The user who applies it answers for it: their rights are read
   * again for every change, right before its push.
   */
  apply(principal: Principal, id: string, force: unknown): Promise<SetView> {
    return this.#steer(principal, id, 'apply', async (work, set) => {
      this.#assertMayApply(principal, await this.#changesOf(work, id));
      if (force !== true) throw forceRequired();
      if (set.status !== 'draft') throw setNotOpen({ message: `This change set is ${set.status} already.` });
      await this.parts.targets.assertThere(work, await this.#changesOf(work, id));
      const runAt = set.apply_at === null ? null : new Date(set.apply_at);
      const isLater = runAt !== null && runAt.getTime() > this.parts.clock.now().getTime();
      await work.sql
        .updateTable('change_sets')
        .set({
          status: isLater ? 'scheduled' : 'running',
          applied_by: principal.user_id,
          actor: jsonValue(actorOf(principal)),
          ...(isLater ? {} : { started_at: sql<string>`clock_timestamp()` }),
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute();
      this.#enqueue(work, set, isLater ? runAt : undefined);
    });
  }

  /** After the canaries. It stays the order of the user who applied it. */
  continue(principal: Principal, id: string): Promise<SetView> {
    return this.#steer(principal, id, 'continue', async (work, set) => {
      this.#assertMayApply(principal, await this.#changesOf(work, id));
      if (set.status !== 'paused')
        throw setNotOpen({ message: `Only a paused change set continues; this one is ${set.status}.` });
      await work.sql
        .updateTable('change_sets')
        .set({ status: 'running', canary_passed: true, updated_at: sql<string>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
      this.#enqueue(work, set);
    });
  }

  /** Nothing further is sent; a change that is being pushed right now still gets its outcome. */
  cancel(principal: Principal, id: string): Promise<SetView> {
    return this.#steer(principal, id, 'cancel', async (work, set) => {
      for (const { permission } of await this.#changesOf(work, id))
        authorize(this.parts.permissions, principal, { permission });
      if (ENDED.includes(set.status))
        throw setNotOpen({ message: `This change set is ${set.status} already.` });
      await endSet(work, set, 'cancelled', 'The change set was cancelled.');
    });
  }

  #steer(
    principal: Principal,
    id: string,
    verb: string,
    work: (unit: UnitOfWork, set: SetRow) => Promise<void>,
  ): Promise<SetView> {
    return this.parts.database.write(principal, async (unit) => {
      const set = await lockSet(unit, id);
      await work(unit, set);
      unit.audit.record({
        action: `changes.sets.${verb}`,
        target_type: 'change_set',
        target_id: id,
        detail: { name: set.name, from: set.status, apply_at: set.apply_at },
      });
      return viewOfSet(unit, id);
    });
  }

  #assertMayApply(principal: Principal, changes: readonly ChangeRow[]): void {
    if (principal.kind === 'system') throw forbidden();
    const { features, permissions } = this.parts;
    for (const change of changes) authorizeWrite(permissions, principal, features.needsOn(change));
  }

  #changesOf(unit: UnitOfWork, set_id: string): Promise<readonly ChangeRow[]> {
    return unit.sql
      .selectFrom('pending_changes')
      .innerJoin('change_set_items', 'change_set_items.change_id', 'pending_changes.id')
      .selectAll('pending_changes')
      .where('change_set_items.set_id', '=', set_id)
      .orderBy('change_set_items.position')
      .execute();
  }

  #enqueue(work: UnitOfWork, { id, organization_id }: SetRow, runAt?: Date): void {
    this.parts.jobs.enqueue(
      work,
      changeSetStepJob,
      { set_id: id, organization_id },
      { key: stepKey(id), ...(runAt === undefined ? {} : { runAt }) },
    );
  }
}

function actorOf({ kind, user_id, key_id, grant }: Principal): SetActor {
  if (kind === 'system' || user_id === null) throw notFound();
  return { kind, user_id, key_id, ...(grant === undefined ? {} : { grant }) };
}
