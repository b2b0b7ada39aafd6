import { randomUUID } from 'node:crypto';
import { Service } from '../../di/index.ts';
import type { Cache } from '../cache/index.ts';

/** Time for which a slot outlives a killed process. */
const TTL_MS = 60_000;
const RENEW_AFTER_MS = 20_000;
const open = { onFailure: 'open' } as const;

/** Store of slots: each process writes only its own. */
export type SlotCache = Pick<Cache, 'shared' | 'setIfAbsent' | 'setIfOwn' | 'deleteIfOwn'>;

/** One connection of an owner among those of all processes. */
export interface OwnerSlot {
  /** Keeps it; call it at least every few seconds. */
  renew(nowMs: number): void;
  release(): void;
}

/** Without a shared store, the counts of this process are those of all. */
const LOCAL: OwnerSlot = { renew: () => {}, release: () => {} };

/**
 * Bounds the connections of one owner over all processes (SPEC 8). Each holds one of as many numbered slots in the
 * cache; a slot ends by itself when its process dies. While the cache is down, or after it forgot everything, each
 * process counts for itself until the slots are renewed.
 */
export class OwnerSlots extends Service<{ cache: SlotCache; slots: number }> {
  /** Null when every slot is taken. `first` is where a free one is likely: how many this process holds. */
  async take(owner: string, nowMs: number, first: number): Promise<OwnerSlot | null> {
    if (!this.parts.cache.shared) return LOCAL;
    const id = randomUUID();
    for (let tried = 0; tried < this.parts.slots; tried += 1) {
      const key = `sockets:${owner}:${(first + tried) % this.parts.slots}`;
      const taken = await this.parts.cache.setIfAbsent(key, id, { ...open, ttlMs: TTL_MS });
      if (taken === null) return LOCAL;
      if (taken) return this.#slot(key, id, nowMs);
    }
    return null;
  }

  #slot(key: string, id: string, takenAtMs: number): OwnerSlot {
    let renewedAtMs = takenAtMs;
    let isHeld = true;
    return {
      renew: (nowMs) => {
        if (!isHeld || nowMs - renewedAtMs < RENEW_AFTER_MS) return;
        renewedAtMs = nowMs;
        this.parts.cache.setIfOwn(key, id, { ...open, ttlMs: TTL_MS }).catch(() => {});
      },
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.parts.cache.deleteIfOwn(key, id, open).catch(() => {});
      },
    };
  }
}
