import type { AccessAnswer, Decider } from '../schemas.ts';

/** Steps of an explanation in their order; the first that refuses ends it. */
export class ExplanationTrail {
  readonly #reasons: string[] = [];

  /** Goes on. */
  say(...reasons: readonly string[]): null {
    this.#reasons.push(...reasons);
    return null;
  }

  refuse(decided_by: Decider, ...reasons: readonly string[]): AccessAnswer {
    return this.#end(false, decided_by, reasons);
  }

  allow(decided_by: Decider, ...reasons: readonly string[]): AccessAnswer {
    return this.#end(true, decided_by, reasons);
  }

  #end(allowed: boolean, decided_by: Decider, reasons: readonly string[]): AccessAnswer {
    this.say(...reasons);
    return { allowed, decided_by, reasons: this.#reasons };
  }
}
