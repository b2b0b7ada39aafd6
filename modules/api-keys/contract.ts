import type { Page, PageQuery, Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { defineEvent } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { UserAuthority } from '@patchbay/module-identity/contract';
import Type from 'typebox';

export { ownerTooHigh } from './errors.ts';
export type { KeyView } from './schemas.ts';

/** A key as it is kept, revoked and expired ones included. */
export interface KeyRecord {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** Uses of a key that is not revoked. */
export interface KeyReport {
  readonly id: string;
  readonly user_id: string;
  readonly username: string | null;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** Scopes that no request of the last 30 days needed; none for an unscoped key. */
  readonly unused_scopes: readonly string[];
  readonly never_used: boolean;
  /** Not used for 90 days, or never since it was made as long ago. */
  readonly stale: boolean;
}

export type KeyReportQuery = PageQuery & {
  readonly user_id?: string | undefined;
  readonly stale?: boolean | undefined;
};

/** The keys of the unit's organization, for those who look after it. */
export interface KeyDirectory {
  find(unit: Unit, key_id: string): Promise<KeyRecord | undefined>;
  /** Principal of the key, given its user's authority right now. */
  principalOf(key: KeyRecord, authority: UserAuthority): Principal;
  report(unit: Unit, query: KeyReportQuery): Promise<Page<KeyReport>>;
  /**
   * Revokes a key of a user strictly below the unit's principal, at once. Throws `kernel.not_found` and
   * `api_keys.owner_too_high`.
   */
  revoke(work: UnitOfWork, key_id: string): Promise<void>;
}

export const KEY_DIRECTORY: Token<KeyDirectory> = token('api-keys.directory');

export const apiKeyExpiring = defineEvent({
  type: 'security.api_key.expiring',
  title: 'API key about to expire',
  description: 'A key expires within seven days, or within one; published once each.',
  category: 'security',
  access: { permission: 'audit:read' },
  payload: Type.Object({
    key_id: Type.String(),
    user_id: Type.String(),
    name: Type.String(),
    prefix: Type.String(),
    expires_at: Type.String(),
    within_days: Type.Integer(),
  }),
});
