import { type Token, token } from '../di/index.ts';
import type { Database } from '../infrastructure/database/index.ts';
import type { SecretBox } from '../infrastructure/secrets/index.ts';
import type { Clock } from '../telemetry/index.ts';
import { AuditWriter } from './audit-writer.ts';
import { ChainKeys } from './chain-keys.ts';

/** Called after records of an organization were committed; `from` is the lowest of their ids. */
export type CommittedListener = (organization_id: string, from: string) => void;

export const AUDIT_RECORDS: Token<AuditRecords> = token('kernel.audit-records');

/** Adds `work.audit` to every unit of work, and notifies the sealers of committed records. */
export class AuditRecords {
  readonly #listeners = new Set<CommittedListener>();

  constructor(
    database: Pick<Database, 'addPart'>,
    secrets: Pick<SecretBox, 'deriveKeys'>,
    clock: Pick<Clock, 'now'>,
  ) {
    const keys = new ChainKeys(secrets);
    database.addPart({
      name: 'audit',
      create: (unit) => new AuditWriter(unit, keys, clock, (...committed) => this.#tell(...committed)),
    });
  }

  /** Answers a function that ends the subscription. */
  onCommitted(listener: CommittedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(...committed: Parameters<CommittedListener>): void {
    for (const listener of this.#listeners) listener(...committed);
  }
}
