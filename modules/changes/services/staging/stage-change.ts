import { type Database, jsonValue, storable, type UnitOfWork } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import { type ErrorDetail, notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Jobs } from '@patchbay/kernel/jobs';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { Controllers, ControllerView } from '@patchbay/module-inventory/contract';
import type { StagedFeature, VendorValue, WriteNeeds } from '@patchbay/vendor-kit';
import { v7 as uuidv7 } from 'uuid';
import { type ChangeView, changeStaged, type StageInput } from '../../contract.ts';
import { readLiveJob } from '../../jobs/read-live.ts';
import { type Guards, guardedAgainst } from '../applying/guarded.ts';
import { isReadable, SINGLETON_ID } from '../live/live-reader.ts';
import { pathWarnings } from '../live/path-warnings.ts';
import { CHANGE_HASH, changeHash } from '../record/canonical-json.ts';
import { diffOf } from '../record/change-diff.ts';
import { publishChange } from '../record/change-events.ts';
import { viewOfChange } from '../record/change-view.ts';
import { type Keeping, keepingSecrets } from '../secrets/kept-secrets.ts';
import { authorizeWrite } from '../weighing/write-needs.ts';
import { conflictsOf } from './conflicts.ts';
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
}

/** What is known of a write before it is stored. */
interface Seen {
  readonly needs: WriteNeeds;
  readonly base: VendorValue | null;
  readonly warnings: readonly string[];
}

const READ_LIVE_AFTER_MS = 300;
const MAX_NOTES = 4_000;
const MAX_TARGET_ID = 512;

/** Puts a write into the pending queue. No device is contacted (SPEC 3.1, DECISIONS 18). */
export class Staging {
  readonly #deps: StagingDeps;

  constructor(deps: StagingDeps) {
    this.#deps = deps;
  }

  async stage(principal: Principal, asked: StageInput, work?: UnitOfWork): Promise<ChangeView> {
    const feature = this.#deps.features.get(asked.feature);
    const needs = this.#deps.features.needsOf(feature, { ...asked, target_id: asked.target_id ?? null });
    authorizeWrite(this.#deps.permissions, principal, needs);
    const controller = await this.#controllerFor(principal, feature, asked);
    await this.#assertUnguarded(principal, feature, controller, asked, work);
    assertStageable(feature, asked);
    const { payload, kept } = keepingSecrets(feature, asked.operation, asked.payload);
    const input = { ...asked, payload };
    this.#deps.validator.check(feature, input.operation, payload);
    const base = await this.#baseOf(principal, feature, input);
    const warnings = await this.#warningsOf(principal, feature, input, base);
    const seen = { needs, base, warnings };
    const store = (unit: UnitOfWork) => this.#store(unit, feature, controller, { ...input, kept }, seen);
    return work ? store(work) : this.#deps.database.write(principal, store);
  }

  async #controllerFor(
    principal: Principal,
    feature: StagedFeature,
    input: StageInput,
  ): Promise<ControllerView> {
    const controller = await this.#deps.controllers.get(principal, input.controller_id);
    const isElsewhere = input.site_id !== undefined && input.site_id !== controller.site_id;
    if (isElsewhere || (feature.vendor !== null && feature.vendor !== controller.vendor)) throw notFound();
    return controller;
  }

  async #assertUnguarded(
    principal: Principal,
    feature: StagedFeature,
    { id: controller_id, site_id }: ControllerView,
    { operation, payload, target_id }: StageInput,
    work: UnitOfWork | undefined,
  ): Promise<void> {
    const { database, features, guards } = this.#deps;
    const written = features.writtenBy(feature, { operation, payload, target_id: target_id ?? null });
    const write = { controller_id, site_id, vendor: feature.vendor, features: written };
    const refused = await guardedAgainst(guards, write, (ask) =>
      work ? ask(work) : database.read(principal, ask),
    );
    if (refused !== undefined) throw refused;
  }

  async #baseOf(
    principal: Principal,
    feature: StagedFeature,
    input: StageInput,
  ): Promise<VendorValue | null> {
    const target_id = feature.singleton ? SINGLETON_ID : input.target_id;
    if (target_id === undefined || !isReadable(feature, input)) return null;
    const { controllers, features } = this.#deps;
    const value = await controllers.synced(
      principal,
      input.controller_id,
      features.objectsOf(feature),
      target_id,
    );
    return value === null ? null : withoutSecrets(value, feature);
  }

  /** From what is known already; the controller is opened, not contacted. */
  async #warningsOf(
    principal: Principal,
    feature: StagedFeature,
    { controller_id, operation, payload }: StageInput,
    value: VendorValue | null,
  ): Promise<readonly string[]> {
    const { controllers, features } = this.#deps;
    if (!features.touchesPath(feature, { operation, payload })) return [];
    const opened = await controllers.open(principal, controller_id, { contact: false }).catch(() => null);
    const write = { feature: features.objectsOf(feature), operation, payload, value, live: false };
    return pathWarnings(opened?.session ?? null, write);
  }

  async #store(
    work: UnitOfWork,
    feature: StagedFeature,
    controller: ControllerView,
    input: StageInput & Pick<Keeping, 'kept'>,
    { needs, base, warnings }: Seen,
  ): Promise<ChangeView> {
    await this.#deps.room.assert(work);
    const id = uuidv7();
    const { operation, payload, kept, causation = [] } = input;
    const target_id = input.target_id ?? null;
    const payload_hash = changeHash(this.#deps.secrets.deriveKey(CHANGE_HASH), {
      id,
      controller_id: controller.id,
      feature: feature.key,
      operation,
      target_id,
      payload,
    });
    const row = await work.sql
      .insertInto('pending_changes')
      .values({
        id,
        organization_id: work.organization_id,
        controller_id: controller.id,
        site_id: controller.site_id,
        vendor: feature.vendor,
        area: feature.area,
        feature: feature.key,
        operation,
        target_id,
        payload: jsonValue(withoutSecrets(payload, feature)),
        sealed_payload: this.#seal(id, work.organization_id, payload, feature),
        payload_hash,
        notes: input.notes ?? null,
        staged_by: work.principal.user_id,
        status: 'pending',
        permission: needs.permissions.at(-1) ?? feature.permission,
        risk: needs.risk,
        base: jsonValue(base),
        base_known: base !== null,
        kept_secrets: jsonValue(kept),
        diff: jsonValue(diffOf(operation, payload, base, feature, kept)),
        diff_base: base === null ? 'none' : 'synced',
        causation: jsonValue(causation),
        confirm: this.#deps.features.confirmOf(feature, operation),
        warnings: jsonValue(warnings),
        reverts: input.reverts ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
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
    return viewOfChange(row, (await conflictsOf(work, [row])).get(id));
  }

  /** Not in the same breath: whoever applies at once reads live anyway, and the device is asked once. */
  #readLiveSoon(work: UnitOfWork, change_id: string): void {
    const runAt = new Date(Date.now() + READ_LIVE_AFTER_MS);
    this.#deps.jobs.enqueue(
      work,
      readLiveJob,
      { change_id, organization_id: work.organization_id },
      { runAt },
    );
  }

  #seal(id: string, organization_id: string, payload: VendorValue, feature: StagedFeature): string | null {
    if (!holdsSecrets(payload, feature)) return null;
    const secret = new Secret(JSON.stringify(payload));
    return this.#deps.secrets.seal(secret, { table: 'pending_changes', row_id: id, organization_id });
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
