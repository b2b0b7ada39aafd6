import { type Environment, type KernelConfig, readKernelConfig } from '@patchbay/kernel/config';
import type { MigrationDeclaration } from '@patchbay/kernel/database';
import { Service, type Token, token } from '@patchbay/kernel/di';
import {
  type DiscoveredModule,
  inBootOrder,
  installedModules,
  migrationsOf,
  modulesOf,
  type OpenPlatform,
  openPlatform,
  shippedEnvironment,
} from '@patchbay/kernel/modules';
import { readSecretKey, SecretBox } from '@patchbay/kernel/secrets';
import { CommandError, EXIT } from './command-error.ts';
import { KEYED_RECORDS } from './keyed-records.ts';
import type { ConsoleLogger } from './terminal/console-logger.ts';

/** The installation a command runs in; only commands may depend on it. */
export const INSTALLED: Token<Installation> = token('operator.installation');

/** Modules and configuration of this machine, read only as far as a command asks. */
export class Installation extends Service<{ given: Environment; logger: ConsoleLogger }> {
  #modules: Promise<readonly DiscoveredModule[]> | undefined;

  /** Every module of the installation, whether this configuration uses it or not. */
  allModules(): Promise<readonly DiscoveredModule[]> {
    this.#modules ??= installedModules();
    return this.#modules;
  }

  /** The environment over the shipped defaults. */
  environment(): Promise<Environment> {
    return shippedEnvironment(this.parts.given);
  }

  /** Throws a ConfigError that names the variable. */
  async config(): Promise<KernelConfig> {
    return readKernelConfig(await this.environment());
  }

  /** The steps of the kernel and of the modules this configuration uses. */
  async migrations(): Promise<readonly MigrationDeclaration[]> {
    const modules = modulesOf(await this.allModules(), await this.config());
    return migrationsOf(modules.map(({ declaration }) => declaration));
  }

  /** The keys as configured; unlike a start this makes none. */
  async secrets(): Promise<SecretBox> {
    const keys = await readSecretKey(await this.config());
    if (keys === null)
      throw new CommandError('There is no SECRET_KEY.', {
        hint: 'Set SECRET_KEY, or DATA_DIR to the folder in which the platform keeps it.',
        exitCode: EXIT.cannotRun,
      });
    return new SecretBox(keys);
  }

  /** The steps of every module of the installation: one that this configuration leaves out may have run before. */
  async allMigrations(): Promise<readonly MigrationDeclaration[]> {
    return migrationsOf(inBootOrder(await this.allModules()).map(({ declaration }) => declaration));
  }

  /** Opens the platform without serving; stop it afterwards. */
  open(): Promise<OpenPlatform> {
    return this.#open(false);
  }

  /** Opens it so that nothing can be written, neither to the database nor to DATA_DIR; stop it afterwards. */
  look(): Promise<OpenPlatform> {
    return this.#open(true);
  }

  async #open(looking: boolean): Promise<OpenPlatform> {
    const logger = this.parts.logger;
    const platform = await openPlatform({
      environment: this.parts.given,
      logger,
      looking,
      reads: [KEYED_RECORDS],
    });
    return {
      ...platform,
      stop: () => {
        logger.mute();
        return platform.stop();
      },
    };
  }
}
