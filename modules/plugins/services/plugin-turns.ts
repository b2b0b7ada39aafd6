import { SandboxError } from '@patchbay/sandbox';

interface Turn {
  last: Promise<unknown>;
  count: number;
}

const MOST_WAITING = 20;

/** One piece of work at a time for each plugin, in order of arrival; what waits is bounded. */
export class PluginTurns {
  readonly #turns = new Map<string, Turn>();

  /** Rejects with `sandbox_busy` when too many wait already. */
  async take<T>(plugin_id: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(plugin_id) ?? { last: Promise.resolve(), count: 0 };
    if (turn.count > MOST_WAITING)
      throw new SandboxError('sandbox_busy', 'Too many calls of this plugin are waiting');
    const result = turn.last.then(work);
    turn.last = result.catch(() => {});
    turn.count += 1;
    this.#turns.set(plugin_id, turn);
    try {
      return await result;
    } finally {
      turn.count -= 1;
      if (turn.count === 0) this.#turns.delete(plugin_id);
    }
  }
}
