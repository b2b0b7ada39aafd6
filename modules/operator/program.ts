import { Argument, Option, Command as Program } from 'commander';
import type { AnyCommand, CommandArgument, CommandOption } from './command.ts';

/** A command with its named arguments. */
export interface ParsedCall {
  readonly command: AnyCommand;
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Destination of help and refusals. */
export interface ProgramOutput {
  readonly print: (text: string) => void;
  readonly fail: (text: string) => void;
}

const ABOUT = `Operates a Patchbay installation, from the machine it runs on.

Reads the same environment as the platform (SECRET_KEY, DATABASE_URL, DATA_DIR, ...).
Exit codes: 0 done, 1 no or not in order, 2 cannot run.`;

/**
 * The tree of commands for commander, which parses and writes help; it runs nothing itself, and throws
 * CommanderError where it would end the process.
 */
export function buildProgram(
  commands: readonly AnyCommand[],
  version: string,
  output: ProgramOutput,
  onCall: (call: ParsedCall) => void,
): Program {
  const program = own(new Program('patchbay'), output)
    .description(ABOUT)
    .version(version, '-V, --version')
    .helpCommand('help [command]', 'show help of a command');
  const groups = new Map<string, Program>();
  for (const command of commands.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [first = '', second] = command.name.split(' ');
    const parent = second === undefined ? program : groupOf(program, groups, first, commands, output);
    parent.addCommand(leaf(command, second ?? first, output, onCall));
  }
  return program;
}

const own = (program: Program, { print, fail }: ProgramOutput): Program =>
  program
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: fail, outputError: (text, write) => write(text) })
    .showSuggestionAfterError(true)
    .showHelpAfterError(`(patchbay --help lists what there is)`);

function groupOf(
  program: Program,
  groups: Map<string, Program>,
  name: string,
  commands: readonly AnyCommand[],
  output: ProgramOutput,
): Program {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const members = commands.filter((command) => command.name.startsWith(`${name} `));
  const group = own(new Program(name), output).summary(
    members.map(({ name: full }) => full.slice(name.length + 1)).join(', '),
  );
  groups.set(name, group);
  program.addCommand(group);
  return group;
}

function leaf(
  command: AnyCommand,
  name: string,
  output: ProgramOutput,
  onCall: (call: ParsedCall) => void,
): Program {
  const declared: readonly CommandOption[] = command.options ?? [];
  const words: readonly CommandArgument[] = command.arguments ?? [];
  const program = own(new Program(name), output)
    .summary(command.summary)
    .description(command.summary)
    .allowExcessArguments(false);
  for (const word of words) program.addArgument(new Argument(`<${word.name}>`, word.summary));
  const options = declared.map((option) => [option, optionOf(option)] as const);
  for (const [, option] of options) program.addOption(option);
  if (command.description !== undefined) program.addHelpText('after', `\n${command.description}`);
  return program.action(() => {
    const typed = program.opts<Record<string, string | boolean | undefined>>();
    onCall({
      command,
      arguments: Object.fromEntries(words.map((word, index) => [word.name, String(program.args[index])])),
      options: Object.fromEntries(
        options.map(([{ name: each, value }, option]) => [
          each,
          typed[option.attributeName()] ?? (value === undefined ? false : undefined),
        ]),
      ),
    });
  });
}

function optionOf(declared: CommandOption): Option {
  const flags =
    declared.value === undefined ? `--${declared.name}` : `--${declared.name} <${declared.value}>`;
  const option = new Option(flags, declared.summary);
  if (declared.required) option.makeOptionMandatory();
  if (declared.choices) option.choices([...declared.choices]);
  if (declared.default !== undefined) option.default(declared.default);
  return option;
}
