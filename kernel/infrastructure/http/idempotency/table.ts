import type { Generated } from 'kysely';

/** A request that came with an `Idempotency-Key`; `status` is null while it runs. */
export interface IdempotencyKeyTable {
  readonly id: string;
  readonly organization_id: string;
  /** Digest of principal, method, path and key. */
  readonly claim: string;
  /** Keyed digest of query and body: the same key with another body is refused. */
  readonly fingerprint: string;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly headers: string[] | null;
  /** Null when the answer is not kept. */
  readonly body: string | null;
  readonly resource_id: string | null;
  readonly expires_at: string;
  readonly created_at: Generated<string>;
  readonly updated_at: Generated<string>;
}

declare module '../../database/tables/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeyTable;
  }
}
