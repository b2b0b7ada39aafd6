import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { type Deps, provideValue, type Resolved, Scope, tokenOf } from '@patchbay/kernel/di';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER, type Logger, systemClock } from '@patchbay/kernel/telemetry';
import type { AnyCommand } from './command.ts';
import { INSTALLED, type Installation } from './installation.ts';
import type { ParsedCall } from './program.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Surroundings of every command. */
export interface Surroundings {
  readonly installation: Installation;
  readonly terminal: Terminal;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Makes what the command needs, runs it, and gives everything back; answers its exit code. */
export async function runCall(call: ParsedCall, around: Surroundings): Promise<number> {
  const { command, arguments: words, options } = call;
  const { terminal, signal } = around;
  const { print, prompt } = terminal;
  return withDeps(command, around, (deps) =>
    command.run({ arguments: words, options, deps, print, prompt, terminal, signal }),
  );
}

async function withDeps(
  { needs, deps = {} }: AnyCommand,
  around: Surroundings,
  work: (deps: Resolved<Deps>) => Promise<number>,
): Promise<number> {
  if (needs !== 'platform') return work((await scopeFor(deps, around)).resolve(deps));
  const platform = await around.installation.open();
  try {
    const wanted: Deps = deps;
    const entries = Object.entries(wanted).map(([name, token]) => [name, platform.get(token)] as const);
    return await work(Object.freeze(Object.fromEntries(entries)));
  } finally {
    await platform.stop();
  }
}

/** Values without a database; read only as far as the command depends on them. */
async function scopeFor(deps: Deps, { installation, logger }: Surroundings): Promise<Scope> {
  const wanted = new Set(Object.values(deps).map((wanted) => tokenOf(wanted).key));
  const scope = new Scope();
  const providers = [
    provideValue(INSTALLED, installation),
    provideValue(CLOCK, systemClock),
    provideValue(LOGGER, logger),
    ...(wanted.has(KERNEL_CONFIG.key) ? [provideValue(KERNEL_CONFIG, await installation.config())] : []),
    ...(wanted.has(SECRETS.key) ? [provideValue(SECRETS, await installation.secrets())] : []),
  ];
  await scope.create(providers.map((provider) => ({ owner: 'kernel', provider })));
  return scope;
}
