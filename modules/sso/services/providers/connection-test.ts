import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import type { SignInRecord } from '../admission/sign-in-record.ts';
import type { LdapDirectory } from '../ldap/ldap-directory.ts';
import { directoryFault } from '../ldap/ldap-sign-in.ts';
import type { OidcClients } from '../oidc/oidc-clients.ts';
import { whyOf } from '../oidc/oidc-fault.ts';
import type { ProviderLookup } from './provider-lookup.ts';

export interface TestOutcome {
  readonly ok: boolean;
  readonly message: string;
}

/** A login that does not exist: a directory that says so can be searched. */
const NOBODY = 'nobody-of-this-name-2f6c1d';

/** Checks whether a provider can be asked, for administrators who set it up. */
export class ConnectionTest extends Service<{
  lookup: ProviderLookup;
  clients: OidcClients;
  directory: LdapDirectory;
  record: SignInRecord;
}> {
  async run(principal: Principal, id: string): Promise<TestOutcome> {
    const provider = await this.parts.lookup.own(principal, id);
    const outcome = await this.#try(provider);
    await this.parts.record.tested(principal, provider, outcome.message);
    return outcome;
  }

  #try(provider: SignInProvider): Promise<TestOutcome> | TestOutcome {
    if (provider.kind === 'oidc') return this.#tryOidc(provider);
    if (provider.kind === 'ldap') return this.#tryLdap(provider);
    return { ok: true, message: 'Nothing is asked of an identity provider before a login.' };
  }

  async #tryOidc(provider: SignInProvider): Promise<TestOutcome> {
    try {
      await this.parts.clients.fresh(provider);
      return { ok: true, message: 'The provider says where logins go, under its own name.' };
    } catch (error) {
      return { ok: false, message: `The provider cannot be used: ${whyOf(error).reason}.` };
    }
  }

  async #tryLdap(provider: SignInProvider): Promise<TestOutcome> {
    try {
      await this.parts.directory.with(provider, (session) => session.find(NOBODY));
      return { ok: true, message: 'The directory can be searched.' };
    } catch (error) {
      const reason = directoryFault(error);
      if (reason === null) throw error;
      return { ok: false, message: `The directory cannot be used: ${reason}.` };
    }
  }
}
