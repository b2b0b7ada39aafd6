import { Parser, type Result } from 'tap-parser';

/** What is told of a stream as it is read. */
export interface StreamEvents {
  passed(): void;
  failed(text: string): void;
  skipped(line: string): void;
  /** `assertions`: how many its file made. */
  fileEnded(file: {
    readonly name: string;
    readonly ok: boolean;
    readonly seconds: number;
    readonly assertions: number;
  }): void;
  said(line: string): void;
  broke(problem: string): void;
}

/** Reads the TAP of one process, in which every test file is a subtest of the first level. */
export class TapStream {
  readonly #parser = new Parser();
  #assertions = 0;
  #failures = 0;
  #lastFile: Result | undefined;
  #isRead = true;

  constructor(events: StreamEvents) {
    const on = <T>(name: string, work: (value: T) => void): void =>
      void this.#parser.on(name, (value: T) => this.#isRead && work(value));
    on('pass', () => {
      this.#assertions += 1;
      events.passed();
    });
    on('fail', (result: Result) => {
      this.#failures += 1;
      // A file that failed as a whole is told here after its own line.
      if (result !== this.#lastFile) this.#assertions += 1;
      events.failed(failureText(result));
    });
    on('skip', (result: Result) => events.skipped(reasonOf(result, result.skip)));
    on('todo', (result: Result) => events.skipped(reasonOf(result, result.todo)));
    on('assert', (result: Result) => {
      const [name, ok, seconds] = [result.name, result.ok, (result.time ?? 0) / 1_000];
      events.fileEnded({ name, ok, seconds, assertions: this.#assertions });
      this.#assertions = 0;
      this.#lastFile = result;
    });
    on('extra', (text: string) => events.said(text.trimEnd()));
    on('bailout', (reason: string) => events.broke(`the run was given up: ${reason}`));
    this.#events = events;
  }

  readonly #events: StreamEvents;

  /** The file whose result was read last. */
  get lastFile(): string | undefined {
    return this.#lastFile?.name;
  }

  feed(chunk: Buffer): void {
    this.#parser.write(chunk);
  }

  /** Ends it with the exit code of its process. One that failed without a failed assertion is a problem. */
  end(exitCode: number): void {
    this.#parser.end();
    if (this.#failures === 0 && (exitCode !== 0 || this.#parser.results?.ok !== true))
      this.#events.broke(`a process of tests ended with ${exitCode} and no failed assertion`);
  }

  /** Ends it where its process was killed or fell: what is unfinished is told by who saw that. */
  cut(): void {
    this.#isRead = false;
    this.#parser.end();
  }
}

const nameOf = (result: Result): string => result.fullname || result.name;

const reasonOf = (result: Result, reason: string | boolean): string =>
  `${nameOf(result)}: ${typeof reason === 'string' ? reason : 'no reason given'}`;

function failureText(result: Result): string {
  const details = Object.entries((result.diag ?? {}) as Record<string, unknown>).map(detailText);
  return [`not ok: ${nameOf(result)}`, ...details].join('\n').replace(/\n(?=.)/g, '\n    ');
}

function detailText([key, value]: [string, unknown]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return text.includes('\n') ? `${key}:\n  ${text.trimEnd().replaceAll('\n', '\n  ')}` : `${key}: ${text}`;
}
