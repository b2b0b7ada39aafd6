import { StringDecoder } from 'node:string_decoder';
import { CommandError, EXIT } from '../command-error.ts';
import { ENTER, edit, type Reading } from './line-editor.ts';

/** Above any password the rules allow; a longer line is a mistake. */
const MAX_CHARACTERS = 4_096;

/** Input of a prompt; standard input fits. */
export interface PromptInput extends AsyncIterable<Buffer | string> {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Output of questions. */
export interface PromptOutput {
  write(text: string): unknown;
}

/** Questions to the operator: on a terminal, or answered by lines of standard input. */
export class Prompt {
  readonly #input: PromptInput;
  readonly #output: PromptOutput;
  /** A character may come in two pieces. */
  readonly #decoder = new StringDecoder('utf8');
  /** Lines that came together with one that was read. */
  #rest = '';
  #ended = false;

  constructor(input: PromptInput, output: PromptOutput) {
    this.#input = input;
    this.#output = output;
  }

  get isInteractive(): boolean {
    return this.#input.isTTY === true && this.#input.setRawMode !== undefined;
  }

  /** Reads without showing what is typed, twice on a terminal; elsewhere one line of standard input. */
  async password(label: string): Promise<string> {
    if (!this.isInteractive) return this.#line(label);
    const first = await this.#hidden(`${label}: `);
    if ((await this.#hidden(`${label} again: `)) !== first)
      throw new CommandError('The two were not the same.', { hint: 'Nothing was changed; try again.' });
    return first;
  }

  /** True for y or yes; without a terminal the question cannot be asked, which `CommandError` says. */
  async confirm(question: string): Promise<boolean> {
    if (!this.isInteractive)
      throw new CommandError('This asks for a confirmation, and there is no terminal to give it.', {
        hint: 'Add --yes to confirm beforehand.',
        exitCode: EXIT.cannotRun,
      });
    const answer = await this.#typed(`${question} [y/N] `, true);
    return /^y(es)?$/i.test(answer.trim());
  }

  #hidden(question: string): Promise<string> {
    return this.#typed(question, false);
  }

  #typed(question: string, echo: boolean): Promise<string> {
    this.#output.write(question);
    this.#input.setRawMode?.(true);
    return this.#read((text, typed) =>
      edit(typed, text, echo ? (shown) => this.#output.write(shown) : null),
    ).finally(() => {
      this.#input.setRawMode?.(false);
      this.#output.write('\n');
    });
  }

  async #line(label: string): Promise<string> {
    const line = await this.#read((text, typed) => {
      const end = text.search(ENTER);
      if (end < 0) return { typed: typed + text, done: false, rest: '' };
      return { typed: typed + text.slice(0, end), done: true, rest: text.slice(end).replace(/^\r?\n/, '') };
    });
    if (line === '')
      throw new CommandError(`${label} is expected on standard input, which is empty.`, {
        hint: 'Run it on a terminal, or pipe one line into it.',
        exitCode: EXIT.cannotRun,
      });
    return line;
  }

  /** Feeds what comes in to `take` until that is done, the input ends or too much came. */
  #read(take: (text: string, typed: string) => Reading): Promise<string> {
    return new Promise((resolve, reject) => {
      let typed = '';
      const finish = (settle: () => void): void => {
        this.#input.off('data', onData);
        this.#input.off('end', onEnd);
        this.#input.pause();
        settle();
      };
      const onData = (chunk: Buffer | string): void => {
        try {
          const text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk);
          const reading = take(text, typed);
          typed = reading.typed;
          if (typed.length > MAX_CHARACTERS)
            throw new CommandError(`That is longer than ${MAX_CHARACTERS} characters.`, {
              exitCode: EXIT.cannotRun,
            });
          if (!reading.done) return;
          this.#rest = reading.rest;
          finish(() => resolve(typed));
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const onEnd = (): void => {
        this.#ended = true;
        finish(() => resolve(typed));
      };
      if (this.#ended) return resolve('');
      this.#input.on('data', onData);
      this.#input.on('end', onEnd);
      const rest = this.#rest;
      this.#rest = '';
      if (rest !== '') onData(rest);
      this.#input.resume();
    });
  }
}
