import { Parser, type Result } from 'tap-parser';

/** What a run of the tests came to. Counts are assertions. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One line each: the test's name and why it did not run. */
  readonly skipped: readonly string[];
}

/** Files after which it is told how many are left. */
const TOLD_EVERY = 10;
const SLOWEST = 10;

/**
 * Reads tap's TAP stream: a line for every file as it ends, every failure with its diagnostics, and the
 * counts at the end.
 */
export class TapReport {
  readonly #parser = new Parser();
  readonly #write: (line: string) => void;
  readonly #skipped: string[] = [];
  readonly #problems: string[] = [];
  #passed = 0;
  #failed = 0;
  #inFile = 0;
  #lastFile: Result | undefined;
  readonly #files: number;
  readonly #startedMs = performance.now();
  readonly #ended: { readonly name: string; readonly seconds: number }[] = [];

  /** `files`: how many are to be run, to tell how much is left. */
  constructor(write: (line: string) => void, files: number) {
    this.#write = write;
    this.#files = files;
    this.#parser.on('pass', () => {
      this.#passed += 1;
      this.#inFile += 1;
    });
    this.#parser.on('fail', (result: Result) => {
      this.#failed += 1;
      // A file that failed as a whole is told here after its own line.
      if (result !== this.#lastFile) this.#inFile += 1;
      this.#write(failureText(result));
    });
    this.#parser.on('skip', (result: Result) => this.#skip(result, result.skip));
    this.#parser.on('todo', (result: Result) => this.#skip(result, result.todo));
    this.#parser.on('assert', (result: Result) => this.#endFile(result));
    this.#parser.on('extra', (text: string) => this.#write(text.trimEnd()));
    this.#parser.on('bailout', (reason: string) => this.#problems.push(`the run was given up: ${reason}`));
  }

  feed(chunk: Buffer): void {
    this.#parser.write(chunk);
  }

  /** Ends the stream. A run that failed without a failed assertion, or ran nothing, is one failure. */
  end(exitCode: number): Outcome {
    this.#parser.end();
    const nothing = this.#passed + this.#failed + this.#skipped.length === 0;
    if (this.#failed === 0 && (nothing || exitCode !== 0 || this.#parser.results?.ok !== true)) {
      this.#problems.push(
        `tap ended with ${exitCode}, no failed assertion and ${nothing ? 'nothing run' : 'a failure'}`,
      );
    }
    for (const problem of this.#problems) this.#write(`not ok: ${problem}`);
    return { passed: this.#passed, failed: this.#failed + this.#problems.length, skipped: this.#skipped };
  }

  #left(): string {
    const left = this.#files - this.#ended.length;
    if (left <= 0) return '';
    const minutes = ((performance.now() - this.#startedMs) / this.#ended.length / 60_000) * left;
    return `; ${left} of ${this.#files} files left, about ${Math.ceil(minutes)} min`;
  }

  /** The files that took longest, slowest first. */
  get slowest(): readonly { readonly name: string; readonly seconds: number }[] {
    return this.#ended.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  }

  #skip(result: Result, reason: string | boolean): void {
    this.#skipped.push(`${nameOf(result)}: ${typeof reason === 'string' ? reason : 'no reason given'}`);
  }

  #endFile(result: Result): void {
    const seconds = (result.time ?? 0) / 1_000;
    const line = `${result.ok ? 'ok' : 'FAILED'} ${result.name} (${this.#inFile} in ${seconds.toFixed(1)} s)`;
    this.#ended.push({ name: result.name, seconds });
    this.#write(this.#ended.length % TOLD_EVERY === 0 ? `${line}${this.#left()}` : line);
    this.#inFile = 0;
    this.#lastFile = result;
  }
}

const nameOf = (result: Result): string => result.fullname || result.name;

function failureText(result: Result): string {
  const details = Object.entries((result.diag ?? {}) as Record<string, unknown>).map(detailText);
  return [`not ok: ${nameOf(result)}`, ...details].join('\n').replace(/\n(?=.)/g, '\n    ');
}

function detailText([key, value]: [string, unknown]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return text.includes('\n') ? `${key}:\n  ${text.trimEnd().replaceAll('\n', '\n  ')}` : `${key}: ${text}`;
}
