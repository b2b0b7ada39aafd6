import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Accounts, Tenants, TenantView, UserView } from '../../contract.ts';
import { registrationDisabled } from '../../errors/accounts.ts';

export interface RegistrationInput {
  readonly organization_name: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** Lets strangers make an organization of their own, where `ALLOW_REGISTRATION` says so. */
export class Registration extends Service<{
  database: Database;
  accounts: Accounts;
  tenants: Tenants;
  isOpen: boolean;
}> {
  /** Throws `identity.registration_disabled` and `identity.login_taken`; a failure leaves nothing behind. */
  async register(
    input: RegistrationInput,
    ip: string,
  ): Promise<{ readonly organization: TenantView; readonly user: UserView }> {
    if (!this.parts.isOpen) throw registrationDisabled();
    const { organization_name: name, email, username } = input;
    const password_hash = await this.parts.accounts.hashPassword(input.password, 'password', input);
    return this.parts.database.write(systemPrincipal(newId()), async (work) => {
      const organization = await this.parts.tenants.create(work, { name });
      const user = await this.parts.accounts.create(work, {
        email,
        username,
        password_hash,
        role: 'org_admin',
      });
      work.audit.record({
        action: 'auth.register',
        target_type: 'user',
        target_id: user.id,
        detail: { ip },
      });
      return { organization, user };
    });
  }
}
