import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { TSchema } from 'typebox';
import type { VendorValue } from './facts/vendor-value.ts';
import type { VendorSession } from './session.ts';
import type { ChangeOperation, WeighedFeature } from './weighed-feature.ts';

/** Place of a write, as its controller fixes it (DECISIONS 34). */
export interface ChangePlace {
  readonly organization_id: string;
  readonly controller_id: string;
  readonly site_id: string;
}

/** A push to a device, exactly as it was reviewed. */
export interface Push {
  readonly attempt_id: string;
  /** For features without vendor, which have no session that would know. */
  readonly place?: ChangePlace;
  readonly operation: ChangeOperation;
  readonly target_id: string | null;
  readonly payload: VendorValue;
  /** Ends a moment before the time for the push does: a push that follows long work then answers that it goes on. */
  readonly signal?: AbortSignal;
}

export interface Applied {
  /** The vendor's id of the object the push made or touched. */
  readonly target_id: string | null;
  /** Output of a diagnosis, as the vendor gives it; kept with the attempt, without secrets and bounded. */
  readonly output?: unknown;
}

export interface Verification {
  readonly holds: boolean;
  /** The live value read back; null when the object is gone. */
  readonly value: VendorValue | null;
  readonly mismatch?: string;
}

/** Write that undoes an applied change; stands for review like any other. */
export interface Inverse {
  readonly operation: ChangeOperation;
  readonly target_id: string | null;
  readonly payload: VendorValue;
  /** Caution for the reviewer: parts it does not put back. */
  readonly caution?: string;
}

/** An applied change, as far as it is known: no secrets in any value. */
export interface Done {
  readonly operation: ChangeOperation;
  /** Touched or created object. */
  readonly target_id: string | null;
  readonly payload: VendorValue;
  readonly before: VendorValue | null;
  readonly after: VendorValue | null;
  /** Dotted names of the secrets that were sent; those that the change kept are not among them, nor in the payload. */
  readonly secrets_sent?: readonly string[];
}

/**
 * One kind of write that can be staged. Only the changes module calls `apply`. `S` is the session
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
  /** Time limit of a push, for work the device goes on with after it has taken it; 30 s without it, 1 h at most. */
  readonly push_limit_ms?: number;
  /** Schema of the payload per operation; unknown keys are refused by it. */
  payload(operation: ChangeOperation): TSchema;
  /** Fields whose value is never shown again, beside those whose names say so (`password`, `psk` …). */
  isSecret?(field: string): boolean;
  /** Fields that everybody may see though their name sounds like a secret (the `token` of an artifact). */
  isPublic?(field: string): boolean;
  /** Fields the device alters by itself (counters); they make no change stale. */
  isVolatile?(field: string): boolean;
  /** Live value of the target, null when absent. Absent for commands (reboot). */
  read?(session: S, target_id: string | null): Promise<VendorValue | null>;
  /**
   * The same with its secrets in clear text, all of them. Needed where an update replaces objects or lists inside
   * the payload as a whole: a secret in one of them that the update keeps is sent again. Asked right before such
   * a push; its answer is sent, and never stored.
   */
  readSecrets?(session: S, target_id: string | null): Promise<VendorValue | null>;
  /**
   * The device keeps what an object inside the payload does not name, as it does of the payload itself; true of
   * envelopes and of groups of settings.
   */
  readonly keepsInside?: boolean;
  /** The push. Throws `AdapterError`, whose `outcome` says whether the device may have acted. */
  apply(session: S, push: Push): Promise<Applied>;
  /** Reads back and compares; without it an applied push is taken at the device's word. */
  verify?(session: S, push: Push, applied: Applied): Promise<Verification>;
  /**
   * The undoing write, where the usual one (delete the created object, put back the former value) is wrong; null
   * when there is none.
   */
  inverse?(done: Done): Inverse | null;
  /** Parts of such a write that undoing does not put back; shown to the reviewer. */
  undoCaution?(operation: ChangeOperation): string | undefined;
  /** Value by which an update clears a field that was not set before; undefined when it cannot be cleared. */
  unsetValue?(field: string): unknown;
}

/** Whether this kind of write can be undone; the undoing write itself needs the former value. */
export function isInvertible(feature: StagedFeature, operation: ChangeOperation): boolean {
  if (feature.inverse !== undefined) return true;
  if (operation === 'create') return feature.operations.includes('delete');
  return feature.read !== undefined && (operation === 'update' || feature.operations.includes('create'));
}

export const STAGED_FEATURES: ExtensionPoint<StagedFeature> = extensionPoint('changes.features');
