import type { Environment } from '@patchbay/kernel/config';
import { API_VERSION } from '@patchbay/kernel/http';
import type { DiscoveredModule } from '@patchbay/kernel/modules';
import { CommanderError } from 'commander';
import { checkValues } from './check-values.ts';
import { type AnyCommand, COMMANDS, type CommandArgument, type CommandOption } from './command.ts';
import { EXIT } from './command-error.ts';
import { operatorCommands } from './commands/index.ts';
import { explain } from './explain.ts';
import { Installation } from './installation.ts';
import { buildProgram, type ParsedCall } from './program.ts';
import { runCall } from './run-call.ts';
import { consoleLogger } from './terminal/console-logger.ts';
import { Terminal, type TerminalOptions } from './terminal/terminal.ts';

/** The process a command line runs in; tests bring streams and an environment of their own. */
export interface CommandLineOptions extends Omit<TerminalOptions, 'environment'> {
  readonly environment: Environment;
  /** Raised when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** `patchbay …`: answers the exit code, and throws nothing. */
export async function runCommandLine(argv: readonly string[], options: CommandLineOptions): Promise<number> {
  const terminal = new Terminal(options);
  const logger = consoleLogger(terminal.note);
  const installation = new Installation({ given: options.environment, logger });
  try {
    const commands = [...operatorCommands, ...(await commandsOfModules(installation, terminal))];
    const call = parse(argv, commands, options);
    if (typeof call === 'number') return call;
    check(call);
    return await runCall(call, { installation, terminal, logger, signal: options.signal });
  } catch (error) {
    const { message, hint, exitCode } = explain(error);
    terminal.fail(message, hint);
    return exitCode;
  }
}

/** Where a module cannot be loaded, the tool's own commands remain, to find the fault and mend it. */
async function commandsOfModules(
  installation: Installation,
  terminal: Terminal,
): Promise<readonly AnyCommand[]> {
  const modules = await installation.allModules().catch((error: unknown): readonly DiscoveredModule[] => {
    terminal.note(`warning: ${explain(error).message}`);
    return [];
  });
  return contributedCommands(modules);
}

/** Commands are plain data: their `deps` are bound when they run. */
export const contributedCommands = (modules: readonly DiscoveredModule[]): readonly AnyCommand[] =>
  modules.flatMap(({ declaration }) =>
    (declaration.contributes ?? [])
      .filter(({ point }) => point === COMMANDS.id)
      .map((contribution) => contribution.create({}) as AnyCommand),
  );

/** The call, or the exit code when all was said: help, the version, a mistake in what was typed. */
function parse(
  argv: readonly string[],
  commands: readonly AnyCommand[],
  { output, errors }: CommandLineOptions,
): ParsedCall | number {
  let found: ParsedCall | undefined;
  const program = buildProgram(
    commands,
    API_VERSION,
    { print: (text) => output.write(text), fail: (text) => errors.write(text) },
    (call) => {
      found = call;
    },
  );
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.cannotRun;
    throw error;
  }
  return found ?? EXIT.cannotRun;
}

function check({ command, arguments: words, options }: ParsedCall): void {
  const declaredWords: readonly CommandArgument[] = command.arguments ?? [];
  const declaredOptions: readonly CommandOption[] = command.options ?? [];
  checkValues([
    ...declaredWords.map(({ name, schema }) => ({ label: `<${name}>`, value: words[name], schema })),
    ...declaredOptions.map(({ name, schema }) => ({ label: `--${name}`, value: options[name], schema })),
  ]);
}
