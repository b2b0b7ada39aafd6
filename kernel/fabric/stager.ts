import type { ErrorDetail } from '../errors/index.ts';
import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Unit } from '../infrastructure/database/index.ts';
import type { Principal } from '../permissions/index.ts';
import type { HandedArtifact } from './artifacts/artifact.ts';

export interface StageRequest {
  readonly feature: string;
  readonly operation: 'create' | 'update' | 'delete';
  readonly controller_id: string;
  readonly target_id?: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly notes?: string | undefined;
  /** For operations that declare `accepts`; kept before the write is staged. */
  readonly artifact?: HandedArtifact | undefined;
  readonly causation: readonly string[];
}

/** A write as far as it is known before it is staged. */
export type StageTarget = Pick<StageRequest, 'feature' | 'operation' | 'controller_id'>;

/** Why such a write will be refused, or may be; `field` is the parameter it is about. */
export interface StageFinding extends ErrorDetail {
  readonly severity: 'error' | 'warning';
}

/** Puts a write into the pending queue; the changes module contributes the one there is. */
export interface Stager {
  /** Event types that staging publishes. */
  readonly emits?: readonly string[];
  /** Finding against such a write whatever its payload, as the principal of the unit sees things; null without one. */
  judge?(unit: Unit, target: StageTarget): Promise<StageFinding | null>;
  stage(principal: Principal, request: StageRequest): Promise<{ readonly change_id: string }>;
}

export const STAGERS: ExtensionPoint<Stager> = extensionPoint('fabric.stagers');
