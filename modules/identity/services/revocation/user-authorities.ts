import { BoundedMemo } from '@patchbay/kernel/cache';
import { type Database, exempt, type Kysely, sql, type Tables, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden, unauthenticated } from '@patchbay/kernel/errors';
import type { Principal, RoleName } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Authority, UserAuthority } from '../../contract.ts';
import { authorityChanged, userInactive } from '../../errors/accounts.ts';
import type { RevocationEpochs } from './revocation-epochs.ts';
import { EVERYBODY, type RevocationNotices } from './revocation-notices.ts';

const authorityExemption = exempt(
  'identity.authority',
  'a credential names its user before any organization is known',
);

const FRESH_MS = 1_000;
const MAX_REMEMBERED = 20_000;

interface AuthorityRow {
  readonly organization_id: string;
  readonly role: RoleName;
  readonly is_active: boolean;
  readonly token_version: number;
  readonly site_ids: readonly string[] | null;
  readonly session_open: boolean;
}

interface Kept {
  readonly authority: UserAuthority & { readonly session_open: boolean };
  readonly epoch: number;
  readonly atMs: number;
}

/**
 * Authority of users as the database has it (R7). Reads may use an answer of the last second that no notice has
 * outdated; writes read again inside their transaction.
 */
export class UserAuthorities
  extends Service<{
    database: Database;
    epochs: RevocationEpochs;
    notices: Pick<RevocationNotices, 'send'>;
    clock: Clock;
  }>
  implements Authority
{
  readonly #kept = new BoundedMemo<Kept>(MAX_REMEMBERED);

  async ofUser(user_id: string): Promise<UserAuthority> {
    return this.#recent(user_id, null);
  }

  async now(user_id: string): Promise<UserAuthority> {
    return this.#read(user_id, null);
  }

  /** The authority behind a session; throws `kernel.unauthenticated` once the session is closed. */
  async ofSession(user_id: string, session_id: string, age: 'kept' | 'now' = 'kept'): Promise<UserAuthority> {
    const authority = await (age === 'now'
      ? this.#read(user_id, session_id)
      : this.#recent(user_id, session_id));
    if (!authority.session_open) throw unauthenticated();
    return authority;
  }

  epochOf(user_id: string): number {
    return this.parts.epochs.of(user_id);
  }

  latestEpoch(): number {
    return this.parts.epochs.latest;
  }

  changed(user_id: string): void {
    this.parts.epochs.raise(user_id);
    this.parts.notices.send(user_id);
  }

  organizationChanged(): void {
    this.parts.epochs.raiseAll();
    this.parts.notices.send(EVERYBODY);
  }

  /** The write guard: the same authority as when the request was let in, read in the write's transaction. */
  async guard({ principal, sql: trx }: Unit): Promise<void> {
    if (principal.user_id === null) throw forbidden();
    const row = await authorityRow(trx, principal.user_id, principal.session_id);
    if (row !== undefined && stillHolds(principal, row)) return;
    this.parts.epochs.raise(principal.user_id);
    if (row === undefined || !row.session_open) throw unauthenticated();
    if (!row.is_active) throw userInactive();
    if (principal.kind === 'user' && row.token_version !== principal.token_version) throw unauthenticated();
    throw authorityChanged();
  }

  async #recent(user_id: string, session_id: string | null): Promise<Kept['authority']> {
    const kept = this.#kept.get(keyOf(user_id, session_id));
    const isFresh = kept !== undefined && this.parts.clock.monotonicMs() - kept.atMs < FRESH_MS;
    return isFresh && kept.epoch === this.parts.epochs.of(user_id)
      ? kept.authority
      : this.#read(user_id, session_id);
  }

  async #read(user_id: string, session_id: string | null): Promise<Kept['authority']> {
    const [epoch, atMs] = [this.parts.epochs.of(user_id), this.parts.clock.monotonicMs()];
    const row = await this.parts.database.onceAsSystem(authorityExemption, (trx) =>
      authorityRow(trx, user_id, session_id),
    );
    if (row === undefined) throw unauthenticated();
    if (!row.is_active) throw userInactive();
    const { organization_id, role, token_version, site_ids, session_open } = row;
    const authority = Object.freeze({
      user_id,
      organization_id,
      role,
      token_version,
      site_ids,
      session_open,
    });
    this.#kept.set(keyOf(user_id, session_id), { authority, epoch, atMs });
    return authority;
  }
}

const keyOf = (user_id: string, session_id: string | null): string => `${user_id}/${session_id}`;

async function authorityRow(
  trx: Kysely<Tables>,
  user_id: string,
  session_id: string | null,
): Promise<AuthorityRow | undefined> {
  const { rows } = await sql<AuthorityRow>`
    select * from identity_authority(${user_id}::uuid, ${session_id}::uuid)`.execute(trx);
  return rows[0];
}

function stillHolds(principal: Principal, row: AuthorityRow): boolean {
  const home = row.organization_id === principal.organization_id;
  return (
    row.is_active &&
    row.session_open &&
    row.role === principal.role &&
    (principal.kind !== 'user' || row.token_version === principal.token_version) &&
    (home
      ? sameSites(principal.site_ids, row.site_ids)
      : row.role === 'super_admin' && principal.scopes === null)
  );
}

function sameSites(held: readonly string[] | null, wanted: readonly string[] | null): boolean {
  if (held === null || wanted === null) return held === wanted;
  const set = new Set(held);
  return set.size === new Set(wanted).size && wanted.every((id) => set.has(id));
}
