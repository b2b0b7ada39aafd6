import type { Page, PageQuery, Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { RoleName } from '@patchbay/kernel/permissions';

/** A session as administrators see it. */
export interface OpenSession {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly role: RoleName;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
}

export type OpenSessionQuery = PageQuery & { readonly user_id?: string | undefined };

/** Origin of a session, open or not. */
export interface SessionOrigin {
  readonly ip: string;
  readonly user_agent: string;
}

/** Open sessions of the unit's organization: neither revoked, nor run out, nor outlived by their user's credentials. */
export interface OpenSessions {
  list(unit: Unit, query: OpenSessionQuery): Promise<Page<OpenSession>>;
  /** Owner of an open session. Throws `kernel.not_found`. */
  ownerOf(unit: Unit, session_id: string): Promise<Pick<OpenSession, 'user_id' | 'username' | 'role'>>;
  countOf(unit: Unit, user_id: string): Promise<number>;
  /** Origins of these sessions, by id; those that were removed since are left out. */
  originsOf(unit: Unit, session_ids: readonly string[]): Promise<ReadonlyMap<string, SessionOrigin>>;
  /** Ends one at once. Throws `kernel.not_found` for a session that is not open. */
  end(work: UnitOfWork, session_id: string, reason: string): Promise<void>;
  /** Ends every session of a user at once, whatever has been handed out for them. */
  endAllOf(work: UnitOfWork, user_id: string): Promise<void>;
}

export const OPEN_SESSIONS: Token<OpenSessions> = token('identity.open-sessions');
