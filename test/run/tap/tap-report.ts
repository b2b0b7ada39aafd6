import { TapStream } from './tap-stream.ts';

/** What a run of the tests came to. Counts are assertions. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One line each: the test's name and why it did not run. */
  readonly skipped: readonly string[];
}

export interface EndedFile {
  readonly name: string;
  readonly seconds: number;
}

/** Files after which it is told how many are left. */
const TOLD_EVERY = 10;
const SLOWEST = 10;

/** Tells how a run goes: a line for every file as it ends, every failure with its diagnostics; and sums it up. */
export class TapReport {
  readonly #write: (line: string) => void;
  readonly #skipped: string[] = [];
  readonly #problems: string[] = [];
  readonly #failedFiles = new Set<string>();
  readonly #lateFiles = new Set<string>();
  #passed = 0;
  #failed = 0;
  readonly #files: number;
  readonly #secondsLeft: () => number;
  readonly #ended: EndedFile[] = [];

  /** `files`: how many are to be run, to tell how much is left; `secondsLeft`: how long that will take. */
  constructor(write: (line: string) => void, files: number, secondsLeft = () => 0) {
    this.#write = write;
    this.#files = files;
    this.#secondsLeft = secondsLeft;
  }

  /** The reader for one more process of tests. */
  stream(): TapStream {
    return new TapStream({
      passed: () => {
        this.#passed += 1;
      },
      failed: (text) => {
        this.#failed += 1;
        this.#write(text);
      },
      skipped: (line) => this.#skipped.push(line),
      said: this.#write,
      broke: (problem) => this.#problems.push(problem),
      fileEnded: ({ name, ok, seconds, assertions }) => {
        if (!ok) this.#failedFiles.add(name);
        this.#endFile(`${ok ? 'ok' : 'FAILED'} ${name} (${assertions} in ${seconds.toFixed(1)} s)`, {
          name,
          seconds,
        });
      },
    });
  }

  /** Writes a line of its own. */
  tell(line: string): void {
    this.#write(line);
  }

  /** Writes how much is left. */
  tellLeft(): void {
    this.#write(`${this.#ended.length} files done${this.#left()}`);
  }

  /** A file that failed by what it left behind; one that has failed anyhow is not counted again for it. */
  failedLate(file: string, why: string): void {
    this.#lateFiles.add(file);
    this.#write(`not ok: ${file} ${why}`);
  }

  /** A file whose process fell before it was done. */
  fell(file: EndedFile, why: string): void {
    this.#failedFiles.add(file.name);
    this.#problems.push(`${file.name}: ${why}`);
    this.#endFile(`FAILED ${file.name}: ${why}`, file);
  }

  /** Sums up. A run of nothing is one failure. */
  outcome(): Outcome {
    for (const file of this.#lateFiles.difference(this.#failedFiles))
      this.#problems.push(`${file}: it left something behind`);
    if (this.#passed + this.#failed + this.#skipped.length + this.#problems.length === 0)
      this.#problems.push('nothing was run');
    for (const problem of this.#problems) this.#write(`not ok: ${problem}`);
    return { passed: this.#passed, failed: this.#failed + this.#problems.length, skipped: this.#skipped };
  }

  /** The files that took longest, slowest first. */
  get slowest(): readonly EndedFile[] {
    return this.#ended.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  }

  get ended(): readonly EndedFile[] {
    return this.#ended;
  }

  #endFile(line: string, file: EndedFile): void {
    this.#ended.push(file);
    this.#write(this.#ended.length % TOLD_EVERY === 0 ? `${line}${this.#left()}` : line);
  }

  #left(): string {
    const left = this.#files - this.#ended.length;
    if (left <= 0) return '';
    return `; ${left} of ${this.#files} files left, about ${inWords(this.#secondsLeft())}`;
  }
}

const inWords = (seconds: number): string =>
  seconds < 100 ? `${Math.ceil(seconds / 10) * 10} s` : `${(seconds / 60).toFixed(1)} min`;
