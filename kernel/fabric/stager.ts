import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Principal } from '../permissions/index.ts';
import type { HandedArtifact } from './artifact.ts';

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

/** Puts a write into the pending queue; the changes module contributes the one there is. */
export interface Stager {
  /** Event types that staging publishes. */
  readonly emits?: readonly string[];
  stage(principal: Principal, request: StageRequest): Promise<{ readonly change_id: string }>;
}

export const STAGERS: ExtensionPoint<Stager> = extensionPoint('fabric.stagers');
