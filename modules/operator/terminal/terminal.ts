import { type Color, painted, wantsColors } from './colors.ts';
import { Progress } from './progress.ts';
import { Prompt, type PromptInput } from './prompt.ts';

/** A stream that is written to; standard output and standard error fit. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The three streams, and the environment that says whether colors are wanted. */
export interface TerminalOptions {
  readonly input: PromptInput;
  readonly output: TerminalOutput;
  readonly errors: TerminalOutput;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Output of a command: results on standard output, everything else on standard error. */
export class Terminal {
  readonly prompt: Prompt;
  readonly #options: TerminalOptions;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.prompt = new Prompt(options.input, options.errors);
  }

  /** One line of the result. */
  readonly print = (line = ''): void => {
    this.#options.output.write(`${line}\n`);
  };

  /** One line about the work, on standard error. */
  readonly note = (line: string): void => {
    this.#options.errors.write(`${line}\n`);
  };

  /** Paints where standard output is a terminal that wants it. */
  readonly paint = (color: Color, text: string): string =>
    this.#hasColors(this.#options.output) ? painted(color, text) : text;

  /** A mistake and its remedy. */
  readonly fail = (message: string, hint?: string): void => {
    const { errors } = this.#options;
    const label = this.#hasColors(errors) ? painted('red', 'error') : 'error';
    errors.write(`${label}: ${message}\n`);
    if (hint !== undefined) errors.write(`${hint}\n`);
  };

  /** Long work: a line that changes on a terminal, a line every few seconds elsewhere. */
  progress(label: string): Progress {
    return new Progress(label, this.#options.errors);
  }

  #hasColors({ isTTY }: TerminalOutput): boolean {
    return wantsColors({ isTTY, environment: this.#options.environment });
  }
}
