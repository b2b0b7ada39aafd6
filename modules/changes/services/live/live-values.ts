import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { jsonValue } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Controllers } from '@patchbay/module-inventory/contract';
import type { ControllerTarget, StagedFeature, VendorSession, VendorValue } from '@patchbay/vendor-kit';
import { isOpen } from '../applying/apply-checks.ts';
import { voidVotes } from '../approvals/void-votes.ts';
import { diffOf } from '../record/change-diff.ts';
import { findChange } from '../record/change-store.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { isReadable, isStale, readLive } from './live-reader.ts';
import { pathWarnings } from './path-warnings.ts';

export type OpenSession = () => Promise<VendorSession | null>;

/** Reads what devices hold now and keeps what that means for a pending change (DECISIONS 18). */
export class LiveValues extends Service<{
  database: Database;
  controllers: Controllers;
  features: Public<FeatureIndex>;
}> {
  /** The session a feature writes and reads through; contacts nothing. */
  async open(
    principal: Principal,
    feature: StagedFeature,
    controllerId: string,
  ): Promise<VendorSession | null> {
    return (await this.lookUp(principal, feature, controllerId))();
  }

  /** Finds the controller and its credential, inside a unit of work too; the session is opened outside of it. */
  async lookUp(principal: Principal, feature: StagedFeature, controllerId: string): Promise<OpenSession> {
    if (feature.vendor === null) return async () => null;
    const found = await this.parts.controllers.find(principal, controllerId);
    return () => found.open();
  }

  /** A session whose requests all go through what is given, as in a rehearsal. */
  async openThrough(
    principal: Principal,
    controllerId: string,
    through: NonNullable<ControllerTarget['through']>,
  ): Promise<VendorSession> {
    const found = await this.parts.controllers.find(principal, controllerId);
    return found.open({ through });
  }

  /** Reads live and stores diff and staleness; answers the change as it then stands. Throws `AdapterError`. */
  async refresh(principal: Principal, change: ChangeRow): Promise<ChangeRow> {
    const feature = this.parts.features.find(change.feature);
    if (change.status !== 'pending' || feature === undefined || !isReadable(feature, change)) return change;
    // A change that is being applied alters its device by itself: it has not become stale by that.
    if (isOpen(change)) return change;
    const session = await this.open(principal, feature, change.controller_id);
    const live = await readLive(feature, session, change);
    const { operation, payload } = change;
    const name = this.parts.features.objectsOf(feature);
    const warnings = this.parts.features.touchesPath(feature, change)
      ? await pathWarnings(session, { feature: name, operation, payload, value: live, live: true })
      : undefined;
    const stored = await this.parts.database.write(systemPrincipal(change.organization_id), (work) =>
      keepLive(work, feature, change, live, warnings),
    );
    return stored ?? change;
  }

  /** The live value, and nothing is stored; undefined where there is none to read. Throws `AdapterError`. */
  async look(
    principal: Principal,
    change: ChangeRow,
  ): Promise<{ readonly value: VendorValue | null } | undefined> {
    const feature = this.parts.features.find(change.feature);
    if (feature === undefined || !isReadable(feature, change)) return undefined;
    const session = await this.open(principal, feature, change.controller_id);
    return { value: await readLive(feature, session, change) };
  }

  /** Staleness as of now, for refusals only; undefined for a device that cannot be read. */
  async isStaleNow(principal: Principal, changeId: string): Promise<boolean> {
    const change = await this.parts.database.read(principal, (work) => findChange(work, changeId));
    const feature = this.parts.features.find(change.feature);
    if (feature === undefined || !isReadable(feature, change)) return false;
    try {
      const session = await this.open(principal, feature, change.controller_id);
      return isStale(feature, change, await readLive(feature, session, change));
    } catch {
      return false;
    }
  }
}

/** Stores a live value's diff and warnings while the change is pending. */
export async function keepLive(
  work: UnitOfWork,
  feature: StagedFeature,
  change: ChangeRow,
  live: VendorValue | null,
  warnings?: readonly string[],
): Promise<ChangeRow | undefined> {
  const kept = await work.sql
    .updateTable('pending_changes')
    .set({
      diff: jsonValue(diffOf(change.operation, change.payload, live, feature, change.kept_secrets)),
      diff_base: 'live',
      stale: isStale(feature, change, live),
      ...(warnings === undefined ? {} : { warnings: jsonValue(warnings) }),
      ...(change.base_known ? {} : { base: jsonValue(live), base_known: true }),
    })
    .where('id', '=', change.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (kept !== undefined) await voidVotes(work, feature, kept, live);
  return kept;
}
