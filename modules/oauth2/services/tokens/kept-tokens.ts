import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { LiveToken } from './live-tokens.ts';

interface Kept {
  readonly token: LiveToken;
  readonly epoch: number;
  readonly atMs: number;
}

const FRESH_MS = 1_000;
const MOST = 5_000;

/** Tokens read within the last second, unless their user's epoch has risen since before the reading. */
export class KeptTokens extends Service<{ clock: Clock }> {
  readonly #byHash = new Map<string, Kept>();

  get(hash: string, epochOf: (user_id: string) => number): LiveToken | undefined {
    const kept = this.#byHash.get(hash);
    if (kept === undefined) return undefined;
    const { token, epoch, atMs } = kept;
    const fresh = this.parts.clock.monotonicMs() - atMs < FRESH_MS && epochOf(token.user_id) <= epoch;
    if (!fresh) this.#byHash.delete(hash);
    return fresh ? token : undefined;
  }

  set(hash: string, token: LiveToken, epoch: number): void {
    if (this.#byHash.size >= MOST) this.#byHash.clear();
    this.#byHash.set(hash, { token, epoch, atMs: this.parts.clock.monotonicMs() });
  }
}
