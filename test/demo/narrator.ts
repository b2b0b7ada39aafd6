const isTerminal = process.stdout.isTTY === true;
const paint = (code: number, text: string): string => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
const MAX_SHOWN = 160;

/** A step that did not show what it must. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** Tells a person what happens, in plain words: what was sent, what came back, what it means. */
export class Narrator {
  readonly #write: (line: string) => void;
  readonly failures: string[] = [];
  #step = 0;

  constructor(write: (line: string) => void = console.log) {
    this.#write = write;
  }

  /** One step; a failure is shown and remembered, and ends the demonstration. */
  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    this.#step += 1;
    this.#write(`\n${paint(1, `${this.#step}. ${title}`)}`);
    try {
      return await work();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.failures.push(`step ${this.#step} (${title}): ${text}`);
      this.#write(`   ${paint(31, 'FAILED')} ${text}`);
      throw error;
    }
  }

  sent(text: string): void {
    this.#write(`   ${paint(36, '→')} ${shown(text)}`);
  }

  got(text: string): void {
    this.#write(`   ${paint(32, '←')} ${shown(text)}`);
  }

  says(text: string): void {
    this.#write(`     ${text}`);
  }

  /** A line that lives while something takes time. */
  async waiting<T>(what: string, work: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const seconds = (): string => `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
    if (!isTerminal) this.#write(`   … ${what}`);
    const timer = setInterval(() => {
      if (isTerminal) process.stdout.write(`\r   … ${what} (${seconds()})`);
    }, 200);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      if (isTerminal) process.stdout.write(`\r\u001b[K   … ${what} (${seconds()})\n`);
      else this.#write(`   … done in ${seconds()}`);
    }
  }
}

const shown = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text);

/** Refuses to go on unless `holds`. */
export function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new DemoError(`expected: ${what}`);
}
