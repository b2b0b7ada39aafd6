const TERMINAL_EVERY_MS = 100;
const FILE_EVERY_MS = 5_000;

/** A stream that is written to. */
interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Reports the progress of long work, seldom enough to cost nothing and to keep logs short. */
export class Progress {
  readonly #label: string;
  readonly #output: ProgressOutput;
  #lastMs = performance.now();
  #shown = false;

  constructor(label: string, output: ProgressOutput) {
    this.#label = label;
    this.#output = output;
  }

  /** `text` says how far it is: `1200 of 5000`. */
  at(text: string): void {
    const nowMs = performance.now();
    const isTerminal = this.#output.isTTY === true;
    if (nowMs - this.#lastMs < (isTerminal ? TERMINAL_EVERY_MS : FILE_EVERY_MS)) return;
    this.#lastMs = nowMs;
    this.#shown = true;
    this.#output.write(isTerminal ? `\r\u001b[2K${this.#label}: ${text}` : `${this.#label}: ${text}\n`);
  }

  /** Leaves the line clean for what comes next. */
  done(): void {
    if (this.#shown && this.#output.isTTY === true) this.#output.write('\r\u001b[2K');
    this.#shown = false;
  }
}
