import { hash } from 'node:crypto';
import type { Credential } from '../../../permissions/index.ts';
import type { Clock } from '../../../telemetry/index.ts';
import { ExpiringMap } from '../../cache/index.ts';

/** A window of the general limit. */
const SUSPECT_MS = 60_000;
const PROVEN_MS = 3_600_000;
const BOUNDS = { maxEntries: 20_000, maxCharacters: 2_097_152 };
/** Credentials of one address that may be looked at together before any is known to be good. */
const MAX_AT_ONCE = 50;

/**
 * Knows which credentials must be paid for from the allowance of their address before anybody looks at them:
 * those not yet seen to be good, of an address that has just shown bad ones, or shows many at once. Without it
 * every caller whom the limit refuses would still cost a look into the database.
 */
export class UnknownCredentials {
  readonly #suspects: ExpiringMap;
  readonly #proven: ExpiringMap;
  readonly #looking = new Map<string, number>();

  constructor(clock: Clock) {
    this.#suspects = new ExpiringMap({ clock, ...BOUNDS });
    this.#proven = new ExpiringMap({ clock, ...BOUNDS });
  }

  mustPay(credential: Credential, address: string): boolean {
    const isSuspect =
      (this.#looking.get(address) ?? 0) >= MAX_AT_ONCE || this.#suspects.get(address) !== undefined;
    return isSuspect && this.#proven.get(digestOf(credential)) === undefined;
  }

  begun(address: string): void {
    this.#looking.set(address, (this.#looking.get(address) ?? 0) + 1);
  }

  /** `bad` is a credential that is none; `unknown` says nothing, as when the database is gone. */
  ended(credential: Credential, address: string, outcome: 'good' | 'bad' | 'unknown'): void {
    const left = (this.#looking.get(address) ?? 1) - 1;
    if (left > 0) this.#looking.set(address, left);
    else this.#looking.delete(address);
    if (outcome === 'good') this.#proven.set(digestOf(credential), '', PROVEN_MS);
    else if (outcome === 'bad') this.#suspects.set(address, '', SUSPECT_MS);
  }
}

const digestOf = ({ kind, value }: Credential): string => hash('sha256', `${kind}:${value}`, 'base64url');
