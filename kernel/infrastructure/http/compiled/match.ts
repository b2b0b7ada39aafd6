import type { CompiledRoute } from './compiled-route.ts';

/** Outcome of matching a path and method. */
export interface Match {
  readonly compiled: CompiledRoute | null;
  readonly params: Readonly<Record<string, string>>;
  /** Methods known for the path when `compiled` is null; empty for an unknown path. */
  readonly allowed: readonly string[];
}
