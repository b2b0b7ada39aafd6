import { SandboxError } from '@patchbay/sandbox';

const MOST_WAITING = 100;

/** One piece of work at a time for each plugin, in order of arrival; what waits is bounded. */
export class PluginTurns {
  readonly #last = new Map<string, { readonly done: Promise<unknown>; readonly length: number }>();

  /** Rejects with `sandbox_busy` when too many wait already. */
  async take<T>(plugin_id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(plugin_id);
    const length = (before?.length ?? 0) + 1;
    if (length > MOST_WAITING) throw new SandboxError('sandbox_busy', 'Too many calls of this plugin are waiting');
    const result = (before?.done ?? Promise.resolve()).then(work);
    const mine = { done: result.catch(() => {}), length };
    this.#last.set(plugin_id, mine);
    try {
      return await result;
    } finally {
      if (this.#last.get(plugin_id) === mine) this.#last.delete(plugin_id);
    }
  }
}
