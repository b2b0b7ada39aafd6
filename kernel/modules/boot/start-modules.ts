import { type Environment, readConfig } from '../../config/index.ts';
import {
  type Deps,
  type OwnedProvider,
  provideValue,
  type Resolved,
  type Scope,
  token,
} from '../../di/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { DiscoveredModule } from '../installed/discovery.ts';
import type { ModuleStates } from '../module-states.ts';
import type { ContributionBoard } from './contribution-board.ts';

export interface StartOptions {
  readonly scope: Scope;
  readonly environment: Environment;
  readonly states: ModuleStates;
  readonly board: ContributionBoard;
  readonly logger: Logger;
  /** Throws instead of carrying on without a module that does not start (STRICT_STARTUP, development). */
  readonly strict: boolean;
}

/** Creates the providers and contributions of every module, in boot order. */
export async function startModules(
  modules: readonly DiscoveredModule[],
  options: StartOptions,
): Promise<void> {
  for (const module of modules) await startOne(module, options);
}

async function startOne({ declaration, file }: DiscoveredModule, options: StartOptions): Promise<void> {
  const { scope, environment, states, board, logger, strict } = options;
  try {
    const missing = (declaration.requires ?? []).find((id) => states.stateOf(id) === 'degraded');
    if (missing !== undefined) throw new Error(`module "${missing}", which it requires, did not start`);
    const config = declaration.config
      ? [provideValue(token(`config.${declaration.id}`), readConfig(declaration.config, environment))]
      : [];
    const owned: readonly OwnedProvider[] = [...config, ...(declaration.providers ?? [])].map((provider) => ({
      owner: declaration.id,
      provider,
    }));
    await scope.create(owned);
    board.make(declaration.id, scope);
  } catch (error) {
    if (strict)
      throw new Error(`${file}: module "${declaration.id}" does not start: ${messageOf(error)}`, {
        cause: error,
      });
    states.markBroken(declaration.id, messageOf(error));
    logger.error('a module did not start; the rest serves', { module: declaration.id, error });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Dependencies of a declared value, or an empty record while its module is broken. */
export function resolveFor<D extends Deps>(
  scope: Scope,
  states: ModuleStates,
  module_id: string,
  deps: D | undefined,
): Resolved<D> {
  if (deps === undefined || states.stateOf(module_id) === 'degraded') return Object.freeze({}) as Resolved<D>;
  return scope.resolve(deps);
}
