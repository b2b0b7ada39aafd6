import { AdapterError } from '../adapter-errors.ts';
import type { Send, TransportAnswer, TransportRequest } from './transport.ts';

/** Knowledge of a vendor about its own requests, so that a push can be rehearsed without a write to the device. */
export interface Rehearsal {
  /** Whether it changes nothing on the device: only such requests are sent. */
  isRead(request: TransportRequest): boolean;
  /** The device's probable answer to a write, so that what follows it is known, too; undefined where only it knows. */
  answer(request: TransportRequest): TransportAnswer | undefined;
}

export interface Rehearsed {
  /** Requests that would be sent, in their order. */
  readonly writes: readonly TransportRequest[];
  /** Whether the work came to its end; otherwise more may follow. */
  readonly isComplete: boolean;
  /** Why it came to no end, where it was not for an answer that only the device knows. */
  readonly failure?: unknown;
}

/** More than any push sends; a work that waits for something to change ends here. */
const MOST_WRITES = 50;

/** Stands between one session and its device: reads pass, writes are kept and answered by a guess. */
export class RehearsalStage {
  readonly #rehearsal: Rehearsal;
  readonly #writes: TransportRequest[] = [];
  #isWired = false;
  #isEnded = false;

  constructor(rehearsal: Rehearsal) {
    this.#rehearsal = rehearsal;
  }

  /** For `through` of the target: all requests of the session made of it are rehearsed, for as long as it lives. */
  readonly through = (send: Send): Send => {
    this.#isWired = true;
    return async (request) => (this.#rehearsal.isRead(request) ? send(request) : this.#take(request));
  };

  /** `work` must have no effect but by that session. Throws unless the session was made with `through`. */
  async run(work: () => Promise<unknown>): Promise<Rehearsed> {
    if (!this.#isWired) throw new Error('a rehearsal needs a session whose requests go through it');
    try {
      await work();
      return { writes: [...this.#writes], isComplete: !this.#isEnded };
    } catch (failure) {
      const told = this.#isEnded ? {} : { failure };
      return { writes: [...this.#writes], isComplete: false, ...told };
    }
  }

  #take(request: TransportRequest): TransportAnswer {
    this.#writes.push(request);
    const answer = this.#writes.length < MOST_WRITES ? this.#rehearsal.answer(request) : undefined;
    if (answer !== undefined) return answer;
    this.#isEnded = true;
    throw new AdapterError('adapter_error', 'not_sent', 'A rehearsal sends nothing that writes.');
  }
}
