import { sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { openGrant } from '../grants/open-grant.ts';
import { newOpaque, opaqueHash } from '../tokens/opaque-text.ts';

/** Grant behind a code. */
export interface Approval {
  readonly scopes: readonly string[];
  readonly code_challenge: string;
  readonly redirect_uri: string;
}

const CODE_SECONDS = 60;
/** Rows a grant may have; the oldest go, and their codes with them. */
const MAX_CODES = 20;

/** Keeps what a user decided: a grant and a code, or a refusal. */
export class CodeIssuer extends Service<{ secrets: Pick<SecretBox, 'randomToken'>; clock: Clock }> {
  /** Widens the user's grant or makes one, and answers a code for these scopes; inside the user's own unit. */
  async issue(work: UnitOfWork, application_id: string, approval: Approval): Promise<string> {
    const { scopes } = approval;
    const grant_id = await this.#granted(work, application_id, scopes);
    const code = newOpaque('code', (bytes) => this.parts.secrets.randomToken(bytes));
    await this.#insert(work, grant_id, code, approval);
    await prune(work, grant_id);
    work.audit.record({
      action: 'oauth2.authorize',
      target_type: 'oauth2_grant',
      target_id: grant_id,
      detail: { application_id, scopes },
    });
    return code;
  }

  refused(work: UnitOfWork, application_id: string, error: string): void {
    work.audit.record({
      action: error === 'access_denied' ? 'oauth2.deny' : 'oauth2.authorize_refused',
      target_type: 'oauth2_application',
      target_id: application_id,
      detail: { error },
    });
  }

  /** One decision at a time per user and application, since a pair has one open grant. */
  async #granted(work: Unit, application_id: string, scopes: readonly string[]): Promise<string> {
    const { user_id, token_version } = work.principal;
    const lock = `oauth2-grant ${user_id} ${application_id}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(work.sql);
    const known = await openGrant(work, application_id, work.principal);
    if (known !== null) return widened(work, known.id, [...new Set([...known.scopes, ...scopes])]);
    await this.#endOutdated(work, application_id);
    const id = newId();
    await work.sql
      .insertInto('oauth2_grants')
      .values({
        id,
        organization_id: work.organization_id,
        application_id,
        user_id: String(user_id),
        scopes: [...scopes],
        token_version,
      })
      .execute();
    return id;
  }

  async #endOutdated(work: Unit, application_id: string): Promise<void> {
    await work.sql
      .updateTable('oauth2_grants')
      .set({ revoked_at: this.parts.clock.now().toISOString(), revoked_reason: 'outdated' })
      .where('user_id', '=', work.principal.user_id)
      .where('application_id', '=', application_id)
      .where('revoked_at', 'is', null)
      .execute();
  }

  async #insert(
    work: Unit,
    grant_id: string,
    code: string,
    { scopes, code_challenge, redirect_uri }: Approval,
  ): Promise<void> {
    const expiresMs = this.parts.clock.now().getTime() + CODE_SECONDS * 1_000;
    await work.sql
      .insertInto('oauth2_codes')
      .values({
        id: newId(),
        organization_id: work.organization_id,
        grant_id,
        code_hash: opaqueHash(code),
        redirect_uri,
        code_challenge,
        scopes: [...scopes],
        expires_at: new Date(expiresMs).toISOString(),
      })
      .execute();
  }
}

async function widened({ sql: trx }: Unit, id: string, scopes: readonly string[]): Promise<string> {
  await trx
    .updateTable('oauth2_grants')
    .set({ scopes: [...scopes], updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  return id;
}

async function prune({ sql: trx }: Unit, grant_id: string): Promise<void> {
  await sql`delete from oauth2_codes where grant_id = ${grant_id} and id in (
    select id from oauth2_codes where grant_id = ${grant_id} order by id desc offset ${MAX_CODES})`.execute(
    trx,
  );
}
