import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KernelConfig } from '@patchbay/kernel/config';
import { type Database, exempt, violates } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Accounts, Tenants, TenantView, UserView } from '../../contract.ts';
import { setupDone, setupTokenWrong } from '../../errors/accounts.ts';

const setupExemption = exempt(
  'identity.setup',
  'whether anybody set the platform up, before any organization exists',
);

export interface SetupInput {
  readonly organization_name: string;
  readonly organization_slug?: string | undefined;
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly setup_token?: string | undefined;
}

export interface SetupResult {
  readonly organization: TenantView;
  readonly user: UserView;
}

/** The first organization and its super administrator, made once (DECISIONS 7). */
export class Setup extends Service<{
  database: Database;
  accounts: Accounts;
  tenants: Tenants;
  secrets: Pick<SecretBox, 'equal' | 'deriveKey'>;
  config: Pick<KernelConfig, 'ENVIRONMENT' | 'DATA_DIR'>;
}> {
  async isRequired(): Promise<boolean> {
    const done = await this.parts.database.asSystem(setupExemption, (trx) =>
      trx.selectFrom('setup_completions').select('id').executeTakeFirst(),
    );
    return done === undefined;
  }

  /** Throws `identity.setup_done`. */
  async assertRequired(): Promise<void> {
    if (!(await this.isRequired())) throw setupDone();
  }

  /** Of two first callers one succeeds; the other gets `identity.setup_done`. */
  async initialize(input: SetupInput): Promise<SetupResult> {
    await this.assertRequired();
    this.#checkToken(input.setup_token);
    const password_hash = await this.parts.accounts.hashPassword(input.password, 'password', input);
    const organization_id = newId();
    try {
      return await this.#create(organization_id, input, password_hash);
    } catch (error) {
      if (violates(error instanceof Error ? error.cause : undefined, 'setup_completions_pkey'))
        throw setupDone({ cause: error });
      throw error;
    }
  }

  #create(organization_id: string, input: SetupInput, password_hash: string): Promise<SetupResult> {
    const { organization_name: name, organization_slug: slug, email, username } = input;
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      await work.sql.insertInto('setup_completions').values({ id: 1, organization_id }).execute();
      const organization = await this.parts.tenants.create(work, { name, slug });
      const user = await this.parts.accounts.create(work, {
        email,
        username,
        password_hash,
        role: 'super_admin',
      });
      work.audit.record({ action: 'setup.initialize', target_type: 'user', target_id: user.id });
      return { organization, user };
    });
  }

  #checkToken(given: string | undefined): void {
    if (!this.#needsToken) return;
    if (given === undefined || !this.parts.secrets.equal(given, this.#token)) throw setupTokenWrong();
  }

  get #needsToken(): boolean {
    return this.parts.config.ENVIRONMENT === 'production';
  }

  /** Derived, so that every process of one platform asks for the same. */
  get #token(): string {
    return this.parts.secrets.deriveKey('setup-token').toString('base64url');
  }

  /** In production, before setup: keeps the token in `DATA_DIR/setup-token` and prints it. */
  async announce(print: (line: string) => void): Promise<void> {
    if (!this.#needsToken || !(await this.isRequired())) return;
    const file = join(this.parts.config.DATA_DIR, 'setup-token');
    await mkdir(this.parts.config.DATA_DIR, { recursive: true, mode: 0o700 });
    await writeFile(file, `${this.#token}\n`, { mode: 0o600 });
    await chmod(file, 0o600);
    print(`Setup token (also in ${file}): ${this.#token}`);
  }
}
