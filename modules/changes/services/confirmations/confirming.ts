import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from '@patchbay/kernel/concurrency';
import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { WriteGate } from '@patchbay/module-system/contract';
import { AdapterError, adapterFailure, type StagedFeature, type VendorSession } from '@patchbay/vendor-kit';
import {
  confirmationOver,
  confirmationRunning,
  gateClosed,
  notAwaiting,
  notVerified,
} from '../../errors/index.ts';
import { assertAll, CONFIRM_CHECKS } from '../applying/apply-checks.ts';
import { succeeded } from '../applying/attempt-outcome.ts';
import type { AttemptSettling, Settled } from '../applying/attempt-settling.ts';
import { pushOf } from '../applying/push-to-device.ts';
import type { LiveValues } from '../live/live-values.ts';
import type { VerifiedValues } from '../live/verified-values.ts';
import { findChange } from '../record/change-store.ts';
import type { AttemptRow, ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { type Authority, seesSite } from '../weighing/authority.ts';
import { openToken } from './armed-token.ts';
import { KEEP_TIMEOUT_MS } from './arming.ts';
import type { Ending, EndingClaims } from './ending-claims.ts';

export interface ConfirmingDeps {
  readonly database: Database;
  readonly claims: Public<EndingClaims>;
  readonly settling: Public<AttemptSettling>;
  readonly authority: Public<Authority>;
  readonly features: Public<FeatureIndex>;
  readonly permissions: PermissionMap;
  readonly gate: Pick<WriteGate, 'isOpen'>;
  readonly live: Pick<Public<LiveValues>, 'open'>;
  readonly secrets: SecretBox;
  readonly verified: Public<VerifiedValues>;
}

interface Confirmation {
  readonly change: ChangeRow;
  readonly feature: StagedFeature;
  readonly ending: Ending;
}

const VERIFY_TIMEOUT_MS = 10_000;
const SETTLE_PAUSES_MS = [0, 100, 500, 2_000];

/** Lets an applied change stand that would be taken back otherwise (DECISIONS 19). */
export class Confirming extends Service<ConfirmingDeps> {
  /** Throws the refusals of an apply, `changes.confirmation_over` and its kin, and adapter errors. */
  async confirm(principal: Principal, id: string): Promise<Settled> {
    const confirmation = await this.#claim(principal, id);
    const { change, feature, ending } = confirmation;
    try {
      const session = await this.parts.live.open(principal, feature, change.controller_id);
      await this.#verify(confirmation, session);
      if (ending.confirm_mechanism === 'device')
        await letStand(session, openToken(this.parts.secrets, ending));
    } catch (error) {
      await this.parts.claims.release(ending);
      throw adapterFailure(error);
    }
    return this.#settle(principal, confirmation);
  }

  #claim(principal: Principal, id: string): Promise<Confirmation> {
    const { database, authority, features, permissions, gate, claims } = this.parts;
    return database.write(principal, async (work) => {
      const change = await findChange(work, id);
      const [current, isGateOpen] = await Promise.all([authority.now(principal, work), gate.isOpen(work)]);
      if (!seesSite(current, change.site_id)) throw notFound();
      const feature = features.find(change.feature);
      const needs = features.needsOn(change);
      const facts = { change, feature, needs, principal: current, permissions, input: { force: true } };
      assertAll(CONFIRM_CHECKS, { ...facts, isTargetBusy: false, isGateOpen });
      const attempt = await awaitingOf(work, id);
      if (attempt === undefined || feature === undefined) throw notAwaiting();
      if (attempt.confirm_mechanism === 'device' && !isGateOpen) throw gateClosed();
      const ending = await claims.toConfirm(work, attempt);
      if (ending === undefined) throw await refusalOf(work, attempt);
      const detail = { attempt_id: attempt.id, fencing: attempt.fencing };
      work.audit.record({ action: 'changes.confirm', target_type: 'change', target_id: id, detail });
      return { change, feature, ending };
    });
  }

  /** A value that could not be read back after the push must be read before it may stand. */
  async #verify({ change, feature, ending }: Confirmation, session: VendorSession | null): Promise<void> {
    if (ending.error === null || feature.verify === undefined) return;
    const push = pushOf({ change, attempt: ending }, this.parts.secrets);
    const read = feature.verify(session, push, { target_id: ending.target_id });
    const { holds, mismatch } = await withDeadline(VERIFY_TIMEOUT_MS, read, late);
    if (!holds)
      throw notVerified(mismatch === undefined ? {} : { message: `${notVerified.message} (${mismatch})` });
  }

  async #settle(principal: Principal, { change, feature, ending }: Confirmation): Promise<Settled> {
    const { settling, verified } = this.parts;
    const { target_id, before, after } = ending;
    const result = succeeded({ target_id, before, after });
    for (const pauseMs of SETTLE_PAUSES_MS) {
      const options = { applier: principal, ending: ending.ending_by };
      const settled = await settling.settle(ending, result, options).catch(() => undefined);
      if (settled === null) break;
      if (settled !== undefined) {
        if (after !== null || change.operation === 'delete')
          await verified.remember(change, feature, target_id, after);
        return settled;
      }
      await pause(pauseMs);
    }
    const ended = await settling.ended(ending, 'succeeded');
    if (ended === null) throw confirmationOver();
    return ended;
  }
}

const late = (): AdapterError =>
  new AdapterError('adapter_timeout', 'unknown', 'The controller did not answer the read-back in time.');

async function letStand(session: VendorSession | null, token: string): Promise<void> {
  const told = session?.confirm?.keep(token) ?? Promise.resolve();
  await withDeadline(
    KEEP_TIMEOUT_MS,
    told,
    () =>
      new AdapterError('adapter_timeout', 'unknown', 'The controller did not take the confirmation in time.'),
  );
}

async function refusalOf(work: UnitOfWork, { id }: AttemptRow): Promise<Error> {
  const row = await work.sql
    .selectFrom('change_attempts')
    .select(['outcome', sql<boolean>`confirm_until <= now()`.as('is_over')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.outcome !== 'awaiting_confirmation') return notAwaiting();
  return row.is_over ? confirmationOver() : confirmationRunning();
}

const awaitingOf = ({ sql: db }: UnitOfWork, changeId: string): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('change_attempts')
    .selectAll()
    .where('change_id', '=', changeId)
    .where('outcome', '=', 'awaiting_confirmation')
    .executeTakeFirst();
