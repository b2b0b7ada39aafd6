import type { DialTarget } from './dial.ts';
import { PinnedAgent } from './pinned-agent.ts';
import type { CheckedRequest } from './request.ts';

/** Destinations whose connections are kept; the one unused longest goes first. */
const MAX_AGENTS = 500;

/** Kept connections, by everything that decides who is at the other end and what was demanded of it. */
export class AgentPool {
  readonly #agents = new Map<string, PinnedAgent>();

  /** The destination's agent if connections are to be kept, else one for this request alone. */
  take(call: CheckedRequest, target: DialTarget, connectMs: number): PinnedAgent {
    if (!call.keepAlive) return new PinnedAgent(target, { keepAlive: false, connectMs });
    const key = JSON.stringify([call.policy, call.origin, target.address, target.tls ?? null, connectMs]);
    const agent = this.#agents.get(key) ?? new PinnedAgent(target, { keepAlive: true, connectMs });
    this.#agents.delete(key);
    this.#agents.set(key, agent);
    this.#evict();
    return agent;
  }

  /** An agent with no kept connection, for trying again after one had gone stale. */
  fresh(target: DialTarget, connectMs: number): PinnedAgent {
    return new PinnedAgent(target, { keepAlive: false, connectMs });
  }

  dispose(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  #evict(): void {
    if (this.#agents.size <= MAX_AGENTS) return;
    const [oldest] = this.#agents;
    if (oldest === undefined) return;
    this.#agents.delete(oldest[0]);
    oldest[1].destroy();
  }
}
