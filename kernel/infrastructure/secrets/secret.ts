import { inspect } from 'node:util';
import { SECRET_MARK } from '../../telemetry/index.ts';

const HIDDEN = '[redacted]';

/**
 * A value that is never shown by accident: printing, joining, logging, serialising and inspecting give
 * `[redacted]`. Only `reveal()` hands it out, at the one place that needs it (RULES R12).
 */
export class Secret {
  readonly #value: string;
  readonly [SECRET_MARK] = true;

  constructor(value: string) {
    this.#value = value;
    Object.defineProperty(this, SECRET_MARK, { enumerable: false });
    Object.freeze(this);
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
