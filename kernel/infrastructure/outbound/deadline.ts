import { OutboundFailure } from './errors.ts';

/** Ends work after so many milliseconds, or when one of the signals says so, and remembers which it was. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #sources: readonly AbortSignal[];
  readonly #stop = (): void => this.#end('ABORT_ERR');
  #code: string | undefined;

  constructor(timeoutMs: number, sources: readonly AbortSignal[]) {
    this.#sources = sources;
    this.#timer = setTimeout(() => this.#end('ETIMEDOUT'), timeoutMs);
    for (const source of sources) {
      if (source.aborted) this.#stop();
      else source.addEventListener('abort', this.#stop, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The error after this deadline has passed: ETIMEDOUT or ABORT_ERR instead of the one that broke the call. */
  explain(error: unknown): unknown {
    if (this.#code === undefined || !(error instanceof OutboundFailure)) return error;
    return new OutboundFailure(this.#code, { sent: error.sent, cause: error.cause });
  }

  clear(): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this.#stop);
  }

  #end(code: string): void {
    this.#code ??= code;
    this.#controller.abort();
  }
}
