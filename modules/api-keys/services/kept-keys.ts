import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';

export interface KeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
}

interface Kept {
  readonly row: KeyRow;
  readonly epoch: number;
  readonly atMs: number;
}

const FRESH_MS = 1_000;
const MOST = 5_000;

/** Keys read within the last second, unless their user's epoch has risen since before the reading. */
export class KeptKeys extends Service<{ clock: Clock }> {
  readonly #byHash = new Map<string, Kept>();

  get(hash: string, epochOf: (user_id: string) => number): KeyRow | undefined {
    const kept = this.#byHash.get(hash);
    if (kept === undefined) return undefined;
    const fresh =
      this.parts.clock.monotonicMs() - kept.atMs < FRESH_MS && epochOf(kept.row.user_id) <= kept.epoch;
    if (!fresh) this.#byHash.delete(hash);
    return fresh ? kept.row : undefined;
  }

  set(hash: string, row: KeyRow, epoch: number): void {
    if (this.#byHash.size >= MOST) this.#byHash.clear();
    this.#byHash.set(hash, { row, epoch, atMs: this.parts.clock.monotonicMs() });
  }
}
