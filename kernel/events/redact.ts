import { isSecretField, scrub } from '../telemetry/index.ts';

/** Deeper than any body the platform accepts (64 levels), so that nothing real is cut. */
const MAX_DEPTH = 80;
const MAX_NODES = 100_000;

/**
 * Copy of a payload without the fields of SPEC 6.3.5 at any depth, whatever their case and separators (DECISIONS
 * 39), and without `Secret` values. Not recursive, changes nothing; parts beyond the bounds are replaced by
 * `[truncated]` rather than passed on unseen.
 */
export const redact = <T>(value: T): T =>
  scrub(value, { isSecret: isSecretField, maxDepth: MAX_DEPTH, maxNodes: MAX_NODES }) as T;
