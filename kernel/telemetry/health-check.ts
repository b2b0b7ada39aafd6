import { withFallback } from '../concurrency/index.ts';
import type { Clock } from './clock.ts';

/** Result of a check. */
export interface HealthResult {
  readonly ok: boolean;
  readonly latency_ms?: number;
  readonly detail?: string;
}

export interface HealthCheck {
  readonly name: string;
  /** A critical subsystem also fails readiness when `degrade` is called with its name. */
  readonly critical: boolean;
  /** Whether a failing check makes the platform not ready: always, with READINESS_STRICT_DEPS only, or never. */
  readonly readiness: 'always' | 'strict_only' | 'never';
  /** Must end within two seconds; the signal is aborted then. */
  check(signal: AbortSignal): Promise<HealthResult>;
}

/** A check that hangs is a check that failed (RULES R14). */
const DEADLINE_MS = 2_000;

/** Runs one check under its deadline; failures become results. */
export async function runCheck(check: HealthCheck, clock: Clock): Promise<HealthResult> {
  const startedMs = clock.monotonicMs();
  const controller = new AbortController();
  const late = (): HealthResult => {
    controller.abort();
    return { ok: false, detail: `no answer within ${DEADLINE_MS} ms` };
  };
  const latency = (): number => Math.round((clock.monotonicMs() - startedMs) * 100) / 100;
  try {
    const result = await withFallback(DEADLINE_MS, check.check(controller.signal), late);
    return { latency_ms: latency(), ...result };
  } catch (error) {
    return {
      ok: false,
      latency_ms: latency(),
      detail: error instanceof Error ? error.message : 'check failed',
    };
  }
}
