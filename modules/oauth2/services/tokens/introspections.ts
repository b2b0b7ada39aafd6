import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import {
  type Access,
  decide,
  isScoped,
  type PermissionMap,
  type Principal,
} from '@patchbay/kernel/permissions';
import type { Authority } from '@patchbay/module-identity/contract';
import type { Introspection } from '../../schemas/protocol.ts';
import type { Client } from '../applications/clients.ts';
import type { LiveToken, LiveTokens } from './live-tokens.ts';

const INACTIVE: Introspection = Object.freeze({ active: false });
const AUDIENCE = 'svc-api';
/** Access to introspection of every token of an organization. */
const administrators: Access = { role: 'org_admin', unscoped: true };

/** Describes tokens to those whom they concern (RFC 7662). */
export class Introspections extends Service<{
  tokens: Pick<LiveTokens, 'find'>;
  authority: Pick<Authority, 'now'>;
  permissions: PermissionMap;
}> {
  /** A confidential client asks about its own tokens. */
  forClient(client: Client, text: string, issuer: string): Promise<Introspection> {
    return this.#told(text, issuer, ({ application_id }) => application_id === client.application_id);
  }

  /** Resource owners ask about tokens that act for them, administrators about those of their organization. */
  forPrincipal(principal: Principal, text: string, issuer: string): Promise<Introspection> {
    return this.#told(text, issuer, (token) => this.#concerns(principal, token));
  }

  async #told(text: string, iss: string, mayKnow: (token: LiveToken) => boolean): Promise<Introspection> {
    const token = await this.parts.tokens.find(text);
    if (token === undefined || !mayKnow(token) || !(await this.#isUsable(token))) return INACTIVE;
    return {
      active: true,
      scope: token.scopes.join(' '),
      client_id: token.client_id,
      ...(token.kind === 'access' ? { token_type: 'Bearer' } : {}),
      exp: seconds(token.expires_at),
      iat: seconds(token.created_at),
      sub: token.user_id,
      aud: AUDIENCE,
      iss,
    };
  }

  async #isUsable({ user_id, token_version }: LiveToken): Promise<boolean> {
    try {
      return (await this.parts.authority.now(user_id)).token_version === token_version;
    } catch (error) {
      if (error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind))
        return false;
      throw error;
    }
  }

  #concerns(principal: Principal, { organization_id, user_id }: LiveToken): boolean {
    if (isScoped(principal) || principal.organization_id !== organization_id) return false;
    return principal.user_id === user_id || decide(this.parts.permissions, principal, administrators).allowed;
  }
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1_000);
