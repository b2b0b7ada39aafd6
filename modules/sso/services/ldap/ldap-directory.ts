import { Service } from '@patchbay/kernel/di';
import { type Outbound, OutboundFailure } from '@patchbay/kernel/outbound';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Client, Entry } from 'ldapts';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import { attributesFor } from './ldap-entry.ts';
import { LdapFault } from './ldap-frames.ts';

/** For everything that one sign-in asks of a directory. */
const TIMEOUT_MS = 8_000;

/** A directory that is bound for searching. */
export interface DirectorySession {
  /** The one entry of this login; null for none, or more than one. */
  find(login: string): Promise<Entry | null>;
  /** Whether this is its password. Asks the directory for an absent entry as well, which takes as long. */
  proves(entry: Entry | null, password: string): Promise<boolean>;
}

/** Directories by their configuration. Referrals are never followed. */
export class LdapDirectory extends Service<{
  outbound: Pick<Outbound, 'openSocket'>;
  box: Pick<SecretBox, 'randomToken'>;
}> {
  /** Runs `work` on a connection that ends with it. Throws `LdapFault`, `OutboundFailure`, `outbound.…`. */
  async with<T>(provider: SignInProvider, work: (session: DirectorySession) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS);
    try {
      const limits = { timeoutMs: TIMEOUT_MS, signal: deadline.signal };
      const { connectLdap } = await import('./ldap-connection.ts');
      const { client, socket } = await connectLdap(this.parts.outbound, provider.config, limits);
      const end = (): void => void socket.destroy();
      deadline.signal.addEventListener('abort', end, { once: true });
      if (deadline.signal.aborted) end();
      try {
        await bindForSearch(client, provider);
        return await work(this.#session(client, provider));
      } finally {
        end();
      }
    } catch (error) {
      throw deadline.signal.aborted ? new OutboundFailure('ETIMEDOUT', { sent: true, cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #session(client: Client, { config }: SignInProvider): DirectorySession {
    const { base_dn = '', user_filter = '' } = config;
    return {
      find: async (login) => {
        const { filterFor } = await import('./ldap-filter.ts');
        const { searchEntries } = await asFault('search', () =>
          client.search(base_dn, {
            scope: 'sub',
            derefAliases: 'never',
            filter: filterFor(user_filter, login),
            attributes: attributesFor(config),
            explicitBufferAttributes: ['objectGUID'],
            sizeLimit: 2,
            timeLimit: TIMEOUT_MS / 1_000,
          }),
        );
        const [entry, another] = searchEntries;
        return entry === undefined || another !== undefined || typeof entry.dn !== 'string' ? null : entry;
      },
      proves: async (entry, password) => {
        // A bind without a password succeeds anonymously (RFC 4513, 5.1.2).
        if (password === '' || entry?.dn === '') return false;
        const dn = entry?.dn ?? `cn=${this.parts.box.randomToken(12)},${base_dn}`;
        return binds(client, dn, entry === null ? this.parts.box.randomToken(12) : password);
      },
    };
  }
}

async function bindForSearch(client: Client, { config, secret }: SignInProvider): Promise<void> {
  const { bind_dn } = config;
  if (bind_dn === undefined) return;
  if (secret === null) throw new LdapFault('no_bind_password');
  await asFault('bind', () => client.bind(bind_dn, secret.reveal()));
}

/** Every refusal of a bind is a wrong password to the person. */
async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    const { BusyError, ResultCodeError, UnavailableError } = await import('ldapts');
    const isBusy = error instanceof BusyError || error instanceof UnavailableError;
    if (error instanceof ResultCodeError && !isBusy) return false;
    throw new LdapFault('bind', error);
  }
}

async function asFault<T>(step: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LdapFault) throw error;
    const { ResultCodeError } = await import('ldapts');
    throw new LdapFault(error instanceof ResultCodeError ? `${step}_${error.code}` : step, error);
  }
}
