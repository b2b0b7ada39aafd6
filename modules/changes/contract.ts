import type { Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { PatchbayError } from '@patchbay/kernel/errors';
import { defineEvent } from '@patchbay/kernel/events';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { VendorSession, VendorValue } from '@patchbay/module-gateway/contract';
import Type, { type TSchema } from 'typebox';
import { type AttemptView, type ChangeView, Nullable } from './views.ts';
import type { ChangeOperation, WeighedFeature } from './weighed-feature.ts';

export * from './change-sets-contract.ts';
/** What staging, applying and discarding may refuse with; for the routes that offer them. */
export { errors as changeErrors, ownedByOrchestration, tooManyPending } from './errors.ts';
export { escalatingNames } from './services/escalating-names.ts';
export { mayEscalate } from './services/escalation.ts';
export { fieldsIn } from './services/schema-fields.ts';
export { judgeWrite, needsOf } from './services/write-needs.ts';
export { AttemptSchema, type AttemptView, ChangeSchema, type ChangeView } from './views.ts';
export type * from './weighed-feature.ts';

/** Where a write belongs, as its controller fixes it (DECISIONS 34). */
export interface ChangePlace {
  readonly organization_id: string;
  readonly controller_id: string;
  readonly site_id: string;
}

/** What is pushed to a device, exactly as it was reviewed. */
export interface Push {
  readonly attempt_id: string;
  /** For features without vendor, which have no session that would know. */
  readonly place?: ChangePlace;
  readonly operation: ChangeOperation;
  readonly target_id: string | null;
  readonly payload: VendorValue;
  /** Ends a moment before the time for the push does: whoever follows long work then says that it goes on. */
  readonly signal?: AbortSignal;
}

export interface Applied {
  /** The vendor's id of the object the push made or touched. */
  readonly target_id: string | null;
  /** What a diagnosis printed, as the vendor gives it; kept with the attempt, without secrets and bounded. */
  readonly output?: unknown;
}

export interface Verification {
  readonly holds: boolean;
  /** The live value read back; null when the object is gone. */
  readonly value: VendorValue | null;
  readonly mismatch?: string;
}

/** What undoes a change that was applied; stands for review like any other. */
export interface Inverse {
  readonly operation: ChangeOperation;
  readonly target_id: string | null;
  readonly payload: VendorValue;
  /** What the reviewer must know: what it does not put back. */
  readonly caution?: string;
}

/** An applied change, as far as it is known: no secrets in any value. */
export interface Done {
  readonly operation: ChangeOperation;
  /** What was touched or made. */
  readonly target_id: string | null;
  readonly payload: VendorValue;
  readonly before: VendorValue | null;
  readonly after: VendorValue | null;
  /** Dotted names of the secrets that were sent; those that the change kept are not among them, nor in the payload. */
  readonly secrets_sent?: readonly string[];
}

/**
 * One kind of write that can be staged (DESIGN 8). Only the changes module calls `apply`. `S` is the session
 * of its vendor; a feature without vendor gets none.
 */
// biome-ignore lint/suspicious/noExplicitAny: features of different vendors' sessions stand in one list
export interface StagedFeature<S extends VendorSession | null = any> extends WeighedFeature {
  /** `routeros.firewall.filter`. */
  readonly key: string;
  readonly title: string;
  /** Vendor id (`mikrotik`), or null for features that touch no controller. */
  readonly vendor: string | null;
  readonly area: string;
  readonly operations: readonly ChangeOperation[];
  /** Needs no `target_id` for update and delete (DECISIONS 21). */
  readonly singleton?: boolean;
  /** How long a push may last, for work the device goes on with after it has taken it; 30 s without it, 1 h at most. */
  readonly push_limit_ms?: number;
  /** Schema of the payload per operation; unknown keys are refused by it. */
  payload(operation: ChangeOperation): TSchema;
  /** Fields whose value nobody gets to see again, beside those whose names say so (`password`, `psk` …). */
  isSecret?(field: string): boolean;
  /** Fields that everybody may see though their name sounds like a secret (the `token` of an artifact). */
  isPublic?(field: string): boolean;
  /** Fields the device alters by itself (counters); they make no change stale. */
  isVolatile?(field: string): boolean;
  /** Live value of the target, null when absent. Absent for commands (reboot). */
  read?(session: S, target_id: string | null): Promise<VendorValue | null>;
  /**
   * The same with its secrets in clear text, all of them. Needed where an update replaces objects or lists inside the
   * payload as a whole: a secret in one of them that the update keeps is sent again. Asked right before such a push;
   * what it answers is sent, and never stored.
   */
  readSecrets?(session: S, target_id: string | null): Promise<VendorValue | null>;
  /**
   * The device keeps what an object inside the payload does not name, as it does of the payload itself; true of
   * envelopes and of groups of settings.
   */
  readonly keepsInside?: boolean;
  /** The push. Throws `AdapterError`, whose `outcome` says whether the device may have acted. */
  apply(session: S, push: Push): Promise<Applied>;
  /** Reads back and compares; without it an applied push is taken as told. */
  verify?(session: S, push: Push, applied: Applied): Promise<Verification>;
  /** What undoes it, where the usual (delete what was made, put back what was) is wrong; null when nothing does. */
  inverse?(done: Done): Inverse | null;
  /** What undoing such a write does not put back; told to the reviewer. */
  undoCaution?(operation: ChangeOperation): string | undefined;
  /** What an update sends to clear a field that was not set before; undefined when it cannot be cleared. */
  unsetValue?(field: string): unknown;
}

/** Whether something undoes this kind of write; what exactly, only the value that stood before can tell. */
export function isInvertible(feature: StagedFeature, operation: ChangeOperation): boolean {
  if (feature.inverse !== undefined) return true;
  if (operation === 'create') return feature.operations.includes('delete');
  return feature.read !== undefined && (operation === 'update' || feature.operations.includes('create'));
}

export const STAGED_FEATURES: ExtensionPoint<StagedFeature> = extensionPoint('changes.features');

/** A write where it would go. */
export interface PlacedWrite {
  readonly controller_id: string;
  readonly site_id: string;
  readonly vendor: string | null;
  /** Keys of every feature it writes: its own, and those of the writes it carries. */
  readonly features: readonly string[];
}

/** Knows of writes that must not be, for a reason that is another module's; asked at stage and again at apply. */
export interface WriteGuard {
  /** Whether it may have something to say; answers at once. */
  concerns(write: PlacedWrite): boolean;
  refusal(unit: Unit, write: PlacedWrite): Promise<PatchbayError | undefined>;
}

export const WRITE_GUARDS: ExtensionPoint<WriteGuard> = extensionPoint('changes.write-guards');

/** Payload of the three change events (SPEC 6.1). */
export const ChangeEventPayload = Type.Object({
  change_id: Type.String(),
  controller_id: Type.String(),
  feature: Type.String(),
  operation: Type.String(),
  target_id: Nullable(Type.String()),
  vendor: Nullable(Type.String()),
  status: Type.String(),
  site_id: Nullable(Type.String()),
  applied_at: Nullable(Type.String()),
  actor_id: Nullable(Type.String()),
  /** Why it failed. */
  reason: Type.Optional(Type.String()),
});

const changeEvent = (verb: 'staged' | 'applied' | 'failed', title: string, priority: 'normal' | 'high') =>
  defineEvent({
    type: `controller.change.${verb}`,
    title,
    description: `A staged write was ${verb}.`,
    category: 'controller',
    priority,
    access: { permission: 'controller:read' },
    payload: ChangeEventPayload,
  });

export const changeStaged = changeEvent('staged', 'Change staged', 'normal');
export const changeApplied = changeEvent('applied', 'Change applied', 'high');
export const changeFailed = changeEvent('failed', 'Change failed', 'high');

export interface StageInput {
  readonly controller_id: string;
  readonly feature: string;
  readonly operation: ChangeOperation;
  readonly target_id?: string | undefined;
  readonly payload: VendorValue;
  readonly notes?: string | undefined;
  /** The site the path names, to be held against the controller's. */
  readonly site_id?: string | undefined;
  readonly causation?: readonly string[];
  /** The applied change it undoes. */
  readonly reverts?: string;
}

export interface ChangeFilter {
  readonly controller_id?: string | undefined;
  readonly site_id?: string | undefined;
  readonly vendor?: string | undefined;
  readonly areas?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly feature?: string | undefined;
  /** Found literally in feature, notes and target id, whatever the case. */
  readonly search?: string | undefined;
}

export interface ChangePage {
  readonly page: number;
  readonly per_page: number;
  /** `created_at`, `-created_at` (the default), `status`, `feature` …; ended by id. */
  readonly sort?: string | undefined;
}

export interface ApplyInput {
  readonly force: unknown;
  readonly accept_stale?: boolean | undefined;
  readonly acknowledge_unknown?: boolean | undefined;
  /** Taken back unless confirmed in time; 10 to 3600. */
  readonly confirm_within_seconds?: number | undefined;
}

/** The one pipeline for writes to live gear: stage, review, apply (SPEC 3.1). */
export interface Changes {
  stage(principal: Principal, input: StageInput, work?: UnitOfWork): Promise<ChangeView>;
  list(
    principal: Principal,
    filter: ChangeFilter,
    page: ChangePage,
  ): Promise<{ items: readonly ChangeView[]; total: number }>;
  get(principal: Principal, id: string, options?: { refresh?: boolean }): Promise<ChangeView>;
  apply(
    principal: Principal,
    id: string,
    input: ApplyInput,
  ): Promise<{ change: ChangeView; attempt: AttemptView }>;
  discard(principal: Principal, id: string, options: { force: boolean }): Promise<ChangeView>;
  /** Lets an applied change stand that would be taken back otherwise. */
  confirm(principal: Principal, id: string): Promise<{ change: ChangeView; attempt: AttemptView }>;
  /** Stages what undoes an applied change. */
  undo(principal: Principal, id: string): Promise<ChangeView>;
}

export const CHANGES: Token<Changes> = token('changes');
