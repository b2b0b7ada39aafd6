import type { Database, Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { redirectUriMismatch, sessionNeeded } from '../../errors.ts';
import type { AuthorizationParameters, Consent, Decision } from '../../schemas/protocol.ts';
import { redirectTo } from '../applications/redirect-uri.ts';
import { openGrant } from '../grants/open-grant.ts';
import { judgeRequest, type RequestRefusal, type SoundRequest } from './authorization-request.ts';
import type { CodeIssuer } from './code-issuer.ts';

interface AskingApplication {
  readonly id: string;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Asks users whether an application may act for them, and keeps what they say (RFC 6749 4.1.1, 4.1.2). */
export class Consents extends Service<{ database: Database; permissions: PermissionMap; codes: CodeIssuer }> {
  /**
   * The question to the user, or the redirect when the request cannot be granted. Throws `kernel.not_found` for a
   * client of no or another organization and `oauth2.redirect_uri_mismatch`.
   */
  describe(principal: Principal, sent: AuthorizationParameters, issuer: string): Promise<Consent> {
    assertSession(principal);
    return this.parts.database.read(principal, async (unit) => {
      const application = await askingApplication(unit, sent);
      const judged = this.#judge(principal, sent, application);
      if ('error' in judged) return { redirect_to: answerTo(sent, issuer, judged) };
      const { id, client_id, name } = application;
      const grant = await openGrant(unit, application.id, principal);
      return {
        application: { id, client_id, name },
        scopes: judged.scopes.map((scope) => ({ id: scope, title: this.#titleOf(scope) })),
        already_granted: grant !== null && judged.scopes.every((scope) => grant.scopes.includes(scope)),
        request: { ...sent, scope: judged.scopes.join(' ') },
      };
    });
  }

  /** The address to send the user to: with a code, or with why there is none. Throws as `describe`. */
  async decide(
    principal: Principal,
    { decision, ...sent }: Decision,
    issuer: string,
  ): Promise<{ readonly redirect_to: string }> {
    assertSession(principal);
    return this.parts.database.write(principal, async (work) => {
      const application = await askingApplication(work, sent, 'locked');
      const judged = this.#judge(principal, sent, application);
      if ('error' in judged) {
        this.parts.codes.refused(work, application.id, judged.error);
        return { redirect_to: answerTo(sent, issuer, judged) };
      }
      if (decision === 'deny') {
        this.parts.codes.refused(work, application.id, 'access_denied');
        return { redirect_to: answerTo(sent, issuer, DENIED) };
      }
      const { redirect_uri } = sent;
      const code = await this.parts.codes.issue(work, application.id, { ...judged, redirect_uri });
      return { redirect_to: answerTo(sent, issuer, { code }) };
    });
  }

  #judge(
    { role }: Principal,
    sent: AuthorizationParameters,
    { scopes }: AskingApplication,
  ): SoundRequest | RequestRefusal {
    return judgeRequest(this.parts.permissions, sent, scopes, role);
  }

  #titleOf(permission: string): string {
    return this.parts.permissions.declarations.find(({ id }) => id === permission)?.title ?? permission;
  }
}

const DENIED: RequestRefusal = {
  error: 'access_denied',
  error_description: 'the user refused',
};

/** A user at a screen says yes, not a key and not another application. */
function assertSession({ kind }: Principal): void {
  if (kind !== 'user') throw sessionNeeded();
}

const answerTo = (
  { redirect_uri, state }: AuthorizationParameters,
  iss: string,
  answer: { readonly code: string } | RequestRefusal,
): string => redirectTo(redirect_uri, { ...answer, state, iss });

/** Proven by the application's own list, compared as texts; locked, so that it is not switched off meanwhile. */
async function askingApplication(
  { sql: trx }: Unit,
  { client_id, redirect_uri }: AuthorizationParameters,
  lock?: 'locked',
): Promise<AskingApplication> {
  const found = trx
    .selectFrom('oauth2_applications')
    .select(['id', 'client_id', 'name', 'scopes', 'redirect_uris'])
    .where('client_id', '=', client_id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);
  const application = await (lock === undefined ? found : found.forShare()).executeTakeFirst();
  if (application === undefined) throw notFound();
  if (!application.redirect_uris.includes(redirect_uri)) throw redirectUriMismatch();
  return application;
}
