import { Service } from '@patchbay/kernel/di';
import { PatchbayError, validationFailed } from '@patchbay/kernel/errors';
import { OutboundFailure } from '@patchbay/kernel/outbound';
import { type Attempts, type FirstStep, wrongCredentials } from '@patchbay/module-identity/contract';
import type { Entry } from 'ldapts';
import { providerUnreachable } from '../../errors.ts';
import type { LdapInput } from '../../schemas/sign-in.ts';
import type { Admission } from '../admission/admission.ts';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import type { SignInRecord } from '../admission/sign-in-record.ts';
import type { ProviderLookup } from '../providers/provider-lookup.ts';
import type { LdapDirectory } from './ldap-directory.ts';
import { identityIn } from './ldap-entry.ts';
import { LdapFault } from './ldap-frames.ts';

export interface LdapParts {
  readonly lookup: ProviderLookup;
  readonly directory: LdapDirectory;
  readonly attempts: Attempts;
  readonly admission: Admission;
  readonly record: SignInRecord;
}

/** Login and password of a directory (SPEC 4.2); answers do not reveal whether a user is in it. */
export class LdapSignIn extends Service<LdapParts> {
  /**
   * Throws `identity.wrong_credentials`, `identity.account_locked`, `sso.not_admitted`, and
   * `sso.provider_unreachable` when the directory cannot be asked.
   */
  async firstStep(input: LdapInput, ip: string): Promise<FirstStep> {
    const { admission, record, attempts } = this.parts;
    const provider = await this.#provider(input);
    const subject = `ldap ${provider.id} ${input.login.trim()}`;
    await attempts.assertOpen(subject);
    const entry = await this.#prove(provider, input);
    if (entry === null) {
      await record.refuse(provider, 'wrong_credentials', { ip });
      await attempts.failed(subject);
      throw wrongCredentials();
    }
    await attempts.succeeded(subject);
    const user_id = await admission.admit(provider, identityIn(provider, entry));
    return { user_id, method: 'ldap', remember_me: input.remember_me ?? false, two_factors: false };
  }

  async #provider({ provider_id, organization_slug }: LdapInput): Promise<SignInProvider> {
    const { lookup } = this.parts;
    if (provider_id !== undefined && organization_slug === undefined)
      return lookup.enabled(provider_id, 'ldap');
    if (organization_slug !== undefined && provider_id === undefined)
      return lookup.directoryOf(organization_slug);
    const message = 'takes either provider_id or organization_slug';
    throw validationFailed({ details: [{ field: 'provider_id', message, type: 'required' }] });
  }

  /** The entry whose password it is, or null. */
  async #prove(provider: SignInProvider, { login, password }: LdapInput): Promise<Entry | null> {
    if (password === '') return null;
    try {
      return await this.parts.directory.with(provider, async (session) => {
        const entry = await session.find(login);
        // One entry may be found by many spellings of a login: its guesses are counted together as well.
        const subject = `ldap-entry ${provider.id} ${entry?.dn.toLowerCase() ?? login.trim()}`;
        const isOpen = await this.#isOpen(() => this.parts.attempts.assertOpen(subject));
        const isRight = await session.proves(isOpen ? entry : null, password);
        const { attempts } = this.parts;
        const counts = await this.#isOpen(() => attempts[isRight ? 'succeeded' : 'failed'](subject));
        return isRight && isOpen && counts ? entry : null;
      });
    } catch (error) {
      throw await this.#failed(provider, error);
    }
  }

  /** A lock of an entry is not reported: it would reveal that there is one. */
  async #isOpen(ask: () => Promise<void>): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch (error) {
      if (error instanceof PatchbayError && ['locked', 'rate_limited'].includes(error.kind)) return false;
      throw error;
    }
  }

  async #failed(provider: SignInProvider, cause: unknown): Promise<unknown> {
    const reason = directoryFault(cause);
    if (reason === null) return cause;
    await this.parts.record.refuse(provider, 'directory', { error: reason });
    return providerUnreachable({ cause });
  }
}

/** A stable word for what is wrong with a directory; null for errors that are not about it. */
export function directoryFault(error: unknown): string | null {
  if (error instanceof OutboundFailure) return error.code;
  if (error instanceof LdapFault) return error.reason;
  return error instanceof PatchbayError && error.id.startsWith('outbound.') ? error.id : null;
}
