import type { Deps, Resolved } from '@patchbay/kernel/di';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { TSchema } from 'typebox';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Needs of a command before it runs: nothing; the configuration (`KERNEL_CONFIG`, `SECRETS`, `CLOCK` and `LOGGER`
 * may be depended on); or an open platform, with the database migrated and every provider, but without listeners,
 * jobs and relay.
 */
export type CommandNeeds = 'nothing' | 'configuration' | 'platform';

/** A word after the command's name. */
export interface CommandArgument {
  readonly name: string;
  readonly summary: string;
  /** Checked before the command runs. */
  readonly schema?: TSchema;
}

/** `--name <value>`, or `--name` alone without `value`. Never a secret: others see a process's arguments. */
export interface CommandOption {
  readonly name: string;
  readonly summary: string;
  /** Name of the value, for help; without it the option is a flag. */
  readonly value?: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Checked before the command runs. */
  readonly schema?: TSchema;
}

type OptionValue<O extends CommandOption> = O extends { readonly value: string }
  ? O extends { readonly required: true } | { readonly default: string }
    ? string
    : string | undefined
  : boolean;

/** Values of the options by name. */
export type OptionValues<O extends readonly CommandOption[]> = {
  readonly [Each in O[number] as Each['name']]: OptionValue<Each>;
};

/** Values of the arguments by name. */
export type ArgumentValues<A extends readonly CommandArgument[]> = {
  readonly [Each in A[number] as Each['name']]: string;
};

/** Arguments of a command. */
export interface CommandCall<
  D extends Deps,
  A extends readonly CommandArgument[],
  O extends readonly CommandOption[],
> {
  readonly arguments: ArgumentValues<A>;
  readonly options: OptionValues<O>;
  readonly deps: Resolved<D>;
  /** One line of the command's result, on standard output. */
  readonly print: Terminal['print'];
  readonly prompt: Terminal['prompt'];
  readonly terminal: Terminal;
  /** Raised by Ctrl-C and SIGTERM: long work stops at its next safe place. */
  readonly signal: AbortSignal;
}

/** A command of `npx patchbay`, as data; throws declared errors or `CommandError`. */
export interface Command<
  D extends Deps = Deps,
  A extends readonly CommandArgument[] = readonly CommandArgument[],
  O extends readonly CommandOption[] = readonly CommandOption[],
> {
  /** Words joined by a space: `audit verify` is `verify` in the group `audit`. */
  readonly name: string;
  readonly summary: string;
  /** Shown below the options in its help. */
  readonly description?: string;
  readonly needs: CommandNeeds;
  readonly arguments?: A;
  readonly options?: O;
  readonly deps?: D;
  /** Answers the exit code: 0 done, 1 no, 2 cannot run. */
  run(call: CommandCall<D, A, O>): Promise<number>;
}

// biome-ignore lint/suspicious/noExplicitAny: commands of different dependencies stand in one list
export type AnyCommand = Command<any, any, any>;

/** Declares a command; its `run` sees what it declares. */
export const command = <
  const D extends Deps = Record<never, never>,
  const A extends readonly CommandArgument[] = readonly [],
  const O extends readonly CommandOption[] = readonly [],
>(
  declaration: Command<D, A, O>,
): Command<D, A, O> => Object.freeze(declaration);

/** Modules add commands: `contributes: [...contribute(COMMANDS, createAdmin)]`. */
export const COMMANDS: ExtensionPoint<AnyCommand> = extensionPoint('operator.commands');
