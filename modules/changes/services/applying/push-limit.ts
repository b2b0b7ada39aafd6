import type { StagedFeature } from '@patchbay/vendor-kit';
export const PUSH_LIMIT_MS = 30_000;
const MAX_PUSH_MS = 3_600_000;

/** Time limit of the feature's pushes. */
export const pushLimitMs = ({
  push_limit_ms = PUSH_LIMIT_MS,
}: Pick<StagedFeature, 'push_limit_ms'>): number =>
  Math.min(MAX_PUSH_MS, Math.max(PUSH_LIMIT_MS, push_limit_ms));
