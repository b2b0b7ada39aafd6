import type { Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { PatchbayError } from '@patchbay/kernel/errors';
import { defineEvent } from '@patchbay/kernel/events';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import { Nullable } from '@patchbay/kernel/schema';
import type { ControllerView } from '@patchbay/module-inventory/contract';
import type { ChangeOperation, VendorValue } from '@patchbay/vendor-kit';
import Type from 'typebox';
import type { AttemptView, ChangeView } from './schemas/changes.ts';

export * from './contract/change-sets.ts';
/** Errors of staging, applying and discarding; for the routes that offer them. */
export { errors as changeErrors, ownedByOrchestration, tooManyPending } from './errors/index.ts';
export { AttemptSchema, type AttemptView, ChangeSchema, type ChangeView } from './schemas/changes.ts';
export { fieldsIn } from './services/staging/schema-fields.ts';
export { escalatingNames } from './services/weighing/escalating-names.ts';
export { mayEscalate } from './services/weighing/escalation.ts';
export { judgeWrite, needsOf } from './services/weighing/write-needs.ts';

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
  /** `shown` is its controller, where the principal was shown it just now. */
  stage(
    principal: Principal,
    input: StageInput,
    work?: UnitOfWork,
    shown?: ControllerView,
  ): Promise<ChangeView>;
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
