import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { SignInProvider } from './sign-in-provider.ts';

/** State of a login until its answer comes back. */
export interface LoginState {
  readonly id: string;
  readonly provider_id: string;
  /** The provider may be pointed elsewhere meanwhile; the code is for this one. */
  readonly issuer: string;
  readonly code_verifier: string;
  readonly nonce: string;
  readonly redirect_uri: string;
  readonly remember_me: boolean;
  /** Hash of the cookie of the browser that asked; null when no browser did. */
  readonly browser: string | null;
  readonly expires_at_ms: number;
}

export const STATE_LIFETIME_MS = 10 * 60_000;
const PLACE = { table: 'sso_used_states', row_id: 'state', organization_id: null };

/** The state travels sealed, so that strangers who begin logins fill no table; coming back it is taken once. */
export class LoginStates extends Service<{
  database: Database;
  box: Pick<SecretBox, 'seal' | 'open'>;
  clock: Clock;
}> {
  seal(state: Omit<LoginState, 'id' | 'expires_at_ms'>): string {
    const expires_at_ms = this.parts.clock.now().getTime() + STATE_LIFETIME_MS;
    const whole: LoginState = { ...state, id: newId(), expires_at_ms };
    return this.parts.box.seal(new Secret(JSON.stringify(whole)), PLACE);
  }

  /** Null for anything that was not sealed here. */
  open(text: string): LoginState | null {
    try {
      return JSON.parse(this.parts.box.open(text, PLACE).reveal()) as LoginState;
    } catch (error) {
      if (error instanceof PatchbayError) return null;
      throw error;
    }
  }

  hasRunOut({ expires_at_ms }: LoginState): boolean {
    return expires_at_ms <= this.parts.clock.now().getTime();
  }

  /** True for the first caller only, also among concurrent ones. */
  async take({ organization_id }: SignInProvider, { id, expires_at_ms }: LoginState): Promise<boolean> {
    const expires_at = new Date(expires_at_ms).toISOString();
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const { rows } = await sql`
        insert into sso_used_states (id, organization_id, expires_at)
        values (${id}, ${organization_id}, ${expires_at}::timestamptz)
        on conflict (id) do nothing returning id`.execute(work.sql);
      return rows.length === 1;
    });
  }
}
