import {
  type Database,
  isStatementFailure,
  jsonValue,
  storable,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { type ErrorDetail, notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Jobs } from '@patchbay/kernel/jobs';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { Controllers, ControllerView } from '@patchbay/module-inventory/contract';
import type { StagedFeature, VendorSession, VendorValue, WriteNeeds } from '@patchbay/vendor-kit';
import { type ChangeView, changeStaged, type StageInput } from '../../contract.ts';
import { readLiveJob } from '../../jobs/read-live.ts';
import { type Guards, guardRefusal } from '../applying/guard-refusal.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { viewOfTally } from '../approvals/tally-view.ts';
import { isReadable, SINGLETON_ID } from '../live/live-reader.ts';
import { pathWarnings } from '../live/path-warnings.ts';
import { CHANGE_HASH, changeHash } from '../record/canonical-json.ts';
import { diffOf } from '../record/change-diff.ts';
import { publishChange } from '../record/change-events.ts';
import { viewOfChange } from '../record/change-view.ts';
import { type Keeping, keepingSecrets } from '../secrets/kept-secrets.ts';
import { authorizeWrite } from '../weighing/write-needs.ts';
import { conflictsOfRow } from './conflicts.ts';
import type { FeatureIndex } from './feature-index.ts';
import type { PayloadValidator } from './payload-validator.ts';
import type { PendingRoom } from './pending-room.ts';
import { holdsSecrets, withoutSecrets } from './secret-fields.ts';

export interface StagingDeps {
  readonly database: Database;
  readonly controllers: Controllers;
  readonly features: Public<FeatureIndex>;
  readonly validator: Public<PayloadValidator>;
  readonly permissions: PermissionMap;
  readonly jobs: Jobs;
  readonly secrets: SecretBox;
  readonly room: Public<PendingRoom>;
  readonly guards: Guards;
  readonly approvals: Pick<Public<Approvals>, 'demanded'>;
}

/** Facts about a write before it is stored. */
interface Seen {
  readonly controller: ControllerView;
  readonly input: StageInput & Pick<Keeping, 'kept'>;
  readonly base: VendorValue | null;
  /** Session for warnings about the path to the controller; null where the write cannot touch it. */
  readonly session: VendorSession | null;
}

const READ_LIVE_AFTER_MS = 300;
const MAX_NOTES = 4_000;
const MAX_TARGET_ID = 512;

/** Puts a write into the pending queue. No device is contacted (SPEC 3.1, DECISIONS 18). */
export class Staging extends Service<StagingDeps> {
  async stage(
    principal: Principal,
    asked: StageInput,
    work?: UnitOfWork,
    shown?: ControllerView,
  ): Promise<ChangeView> {
    const { features, permissions, database } = this.parts;
    const feature = features.get(asked.feature);
    const needs = features.needsOf(feature, { ...asked, target_id: asked.target_id ?? null });
    authorizeWrite(permissions, principal, needs);
    const staged = async (unit: UnitOfWork): Promise<ChangeView> => {
      const seen = await this.#look(unit, feature, asked, shown);
      const warnings = await this.#warningsOf(feature, seen);
      return this.#store(unit, feature, seen, needs, warnings);
    };
    return work ? staged(work) : database.write(principal, staged);
  }

  /** Facts known without the device, and every refusal. */
  async #look(
    unit: UnitOfWork,
    feature: StagedFeature,
    asked: StageInput,
    shown: ControllerView | undefined,
  ): Promise<Seen> {
    const { principal } = unit;
    const controller = shown ?? (await this.parts.controllers.get(principal, asked.controller_id));
    const isElsewhere = asked.site_id !== undefined && asked.site_id !== controller.site_id;
    if (isElsewhere || (feature.vendor !== null && feature.vendor !== controller.vendor)) throw notFound();
    await this.#assertUnguarded(unit, feature, controller, asked);
    assertStageable(feature, asked);
    const { payload, kept } = keepingSecrets(feature, asked.operation, asked.payload);
    const input = { ...asked, payload, kept };
    this.parts.validator.check(feature, input.operation, payload);
    const [base, session] = await Promise.all([
      this.#baseOf(principal, feature, input),
      this.#sessionOf(principal, feature, input),
      this.parts.room.assert(unit),
    ]);
    return { controller, input, base, session };
  }

  async #assertUnguarded(
    unit: Unit,
    feature: StagedFeature,
    { id: controller_id, site_id }: ControllerView,
    { operation, payload, target_id }: StageInput,
  ): Promise<void> {
    const { features, guards } = this.parts;
    const written = features.writtenBy(feature, { operation, payload, target_id: target_id ?? null });
    const write = { controller_id, site_id, vendor: feature.vendor, features: written };
    const refused = await guardRefusal(guards, write, (ask) => ask(unit));
    if (refused !== undefined) throw refused;
  }

  async #baseOf(
    principal: Principal,
    feature: StagedFeature,
    input: StageInput,
  ): Promise<VendorValue | null> {
    const target_id = feature.singleton ? SINGLETON_ID : input.target_id;
    if (target_id === undefined || !isReadable(feature, input)) return null;
    const { controllers, features } = this.parts;
    const value = await controllers.synced(
      principal,
      input.controller_id,
      features.objectsOf(feature),
      target_id,
    );
    return value === null ? null : withoutSecrets(value, feature);
  }

  /** The controller is opened, not contacted. Null when it cannot be opened: warnings are not worth a refusal. */
  async #sessionOf(
    principal: Principal,
    feature: StagedFeature,
    input: StageInput,
  ): Promise<VendorSession | null> {
    const { controllers, features } = this.parts;
    if (!features.touchesPath(feature, input)) return null;
    const opened = controllers.open(principal, input.controller_id, { contact: false });
    return opened.then(
      ({ session }) => session,
      (error: unknown) => {
        if (isStatementFailure(error)) throw error;
        return null;
      },
    );
  }

  /** From what is known already. */
  async #warningsOf(
    feature: StagedFeature,
    { input: { operation, payload }, base, session }: Seen,
  ): Promise<readonly string[]> {
    const name = this.parts.features.objectsOf(feature);
    return pathWarnings(session, { feature: name, operation, payload, value: base, live: false });
  }

  async #store(
    work: UnitOfWork,
    feature: StagedFeature,
    { controller, input, base }: Seen,
    needs: WriteNeeds,
    warnings: readonly string[],
  ): Promise<ChangeView> {
    const id = newId();
    const { operation, payload, kept, causation = [] } = input;
    const target_id = input.target_id ?? null;
    const payload_hash = changeHash(this.parts.secrets.deriveKey(CHANGE_HASH), {
      id,
      controller_id: controller.id,
      feature: feature.key,
      operation,
      target_id,
      payload,
    });
    const shown = withoutSecrets(payload, feature);
    const write = {
      site_id: controller.site_id,
      feature: feature.key,
      operation,
      target_id,
      permission: needs.permissions.at(-1) ?? feature.permission,
      risk: needs.risk,
    };
    const inserting = work.sql
      .insertInto('pending_changes')
      .values({
        ...write,
        id,
        organization_id: work.organization_id,
        controller_id: controller.id,
        vendor: feature.vendor,
        area: feature.area,
        payload: jsonValue(shown),
        sealed_payload: this.#seal(id, work.organization_id, payload, feature),
        payload_hash,
        notes: input.notes ?? null,
        staged_by: work.principal.user_id,
        status: 'pending',
        base: jsonValue(base),
        base_known: base !== null,
        kept_secrets: jsonValue(kept),
        diff: jsonValue(diffOf(operation, payload, base, feature, kept)),
        diff_base: base === null ? 'none' : 'synced',
        causation: jsonValue(causation),
        confirm: this.parts.features.confirmOf(feature, operation),
        warnings: jsonValue(warnings),
        reverts: input.reverts ?? null,
      })
      .returningAll()
      .returning(conflictsOfRow.as('conflicts'))
      .executeTakeFirstOrThrow();
    const [{ conflicts, ...row }, demanded] = await Promise.all([
      inserting,
      this.parts.approvals.demanded(work, { ...write, payload: shown }),
    ]);
    publishChange(work, changeStaged, row, { actor_id: row.staged_by, causation });
    work.audit.record({
      action: 'changes.stage',
      target_type: 'change',
      target_id: id,
      detail: {
        feature: feature.key,
        operation,
        controller_id: controller.id,
        payload_hash,
        ...(needs.because.length === 0 ? {} : { risk: needs.risk, because: needs.because }),
        ...(row.reverts === null ? {} : { reverts: row.reverts }),
      },
    });
    if (isReadable(feature, row)) this.#readLiveSoon(work, id);
    return { ...viewOfChange(row, conflicts), approvals: viewOfTally(demanded) };
  }

  /** A moment later: an apply at once reads live anyway, and the device is asked once. */
  #readLiveSoon(work: UnitOfWork, change_id: string): void {
    const runAt = new Date(Date.now() + READ_LIVE_AFTER_MS);
    this.parts.jobs.enqueue(
      work,
      readLiveJob,
      { change_id, organization_id: work.organization_id },
      { runAt },
    );
  }

  #seal(id: string, organization_id: string, payload: VendorValue, feature: StagedFeature): string | null {
    if (!holdsSecrets(payload, feature)) return null;
    const secret = new Secret(JSON.stringify(payload));
    return this.parts.secrets.seal(secret, { table: 'pending_changes', row_id: id, organization_id });
  }
}

/** Operation, target and notes; each refusal is a 422 with its field (DECISIONS 21). */
function assertStageable(feature: StagedFeature, input: StageInput): void {
  const { operation, target_id, notes, payload } = input;
  const details: ErrorDetail[] = [];
  const refuse = (field: string, message: string, type: string) => details.push({ field, message, type });
  if (!feature.operations.includes(operation))
    refuse('operation', `${feature.key} supports: ${feature.operations.join(', ')}`, 'not_allowed');
  if (operation !== 'create' && !feature.singleton && !target_id)
    refuse('target_id', `is required to ${operation} one object`, 'required');
  if (target_id !== undefined && target_id.length > MAX_TARGET_ID)
    refuse('target_id', `at most ${MAX_TARGET_ID} characters`, 'too_long');
  if (notes !== undefined && notes.length > MAX_NOTES)
    refuse('notes', `at most ${MAX_NOTES} characters`, 'too_long');
  if (storable(payload) !== payload)
    refuse('payload', 'holds a character that cannot be stored, or nests too deep', 'format');
  if (details.length > 0) throw validationFailed({ details });
}
