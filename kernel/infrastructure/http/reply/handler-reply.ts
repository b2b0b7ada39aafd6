import type { CookieOptions, ReplyControl } from '../routes/route.ts';
import { serializeCookie } from './cookies.ts';

/** Gathers what a handler sets beside its reply; nothing is written before the handler has ended. */
export class HandlerReply implements ReplyControl {
  readonly #isSecure: boolean;
  #status: number | undefined;
  #headers: Map<string, readonly [name: string, value: string]> | undefined;
  #cookies: string[] | undefined;

  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  status(code: number): void {
    this.#status = code;
  }

  /** Setting a name twice keeps the later value. */
  header(name: string, value: string): void {
    this.#headers ??= new Map();
    this.#headers.set(name.toLowerCase(), [name, value]);
  }

  cookie(name: string, value: string | null, options: CookieOptions = {}): void {
    this.#cookies ??= [];
    this.#cookies.push(serializeCookie(name, value, options, this.#isSecure));
  }

  get chosenStatus(): number | undefined {
    return this.#status;
  }

  hasHeader(lowerCaseName: string): boolean {
    return this.#headers?.has(lowerCaseName) ?? false;
  }

  /** Flat list of names and values for `writeHead`. */
  get headerList(): readonly string[] {
    if (this.#headers === undefined && this.#cookies === undefined) return NONE;
    const list: string[] = [];
    for (const [name, value] of this.#headers?.values() ?? []) list.push(name, value);
    for (const cookie of this.#cookies ?? []) list.push('Set-Cookie', cookie);
    return list;
  }
}

const NONE: readonly string[] = Object.freeze([]);
