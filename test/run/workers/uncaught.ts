import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { Test } from 'tap';

/** A test file that runs in this process, or ran. */
export interface FileRun {
  readonly file: string;
  readonly test: () => Test | undefined;
}

/**
 * Errors that no code of a test file caught. Each is charged to the file it came from, by its asynchronous context: one
 * that is under way fails in its innermost test, one that has ended fails late, whichever file runs then.
 */
export class Uncaught {
  readonly #contexts = new AsyncLocalStorage<FileRun>();
  readonly #late: (file: string, why: string) => void;
  #last: FileRun | undefined;

  constructor(late: (file: string, why: string) => void) {
    this.#late = late;
  }

  /** From now on no such error ends the process, nor the root of its tests. */
  watch(root: Test): void {
    process.on('uncaughtException', (error) => this.#charge(error));
    process.on('unhandledRejection', (error) => this.#charge(error));
    // tap hands on here what a test does or throws after its end.
    root.threw = (error: unknown) => this.#charge(error);
  }

  /** Does the work of a file, so that it is known by all that comes of it. */
  within<T>(run: FileRun, work: () => T): T {
    this.#last = run;
    return this.#contexts.run(run, work);
  }

  #charge(error: unknown): void {
    const known = this.#contexts.getStore();
    const run = known ?? this.#last;
    const test = run?.test();
    if (test !== undefined && run === this.#last && test.results === undefined) {
      innermost(test).threw(error instanceof Error ? error : new Error(inspect(error)));
      return;
    }
    const doubt = known === undefined ? ' (it ran last; another may have caused it)' : '';
    this.#late(run?.file ?? 'no file', `failed after its end${doubt}: ${inspect(error)}`);
  }
}

function innermost(test: Test): Test {
  const [inner] = [...test.activeSubtests].slice(-1);
  return inner === undefined ? test : innermost(inner as Test);
}
