import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxError } from '../../sandbox-error.ts';
import { findLaunchTools, type Isolation } from './isolation.ts';
import { isolationOf, type LaunchPlan, launchPlans } from './launch.ts';
import { SandboxChild } from './sandbox-child.ts';

const HELLO_TIMEOUT_MS = 8_000;

/**
 * Starts children in the strictest way that works on this machine, found by really starting one, and keeps
 * one warm spare, since a start takes some ten times as long as a call.
 */
export class ChildPool {
  readonly #frameBytes: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'patchbay-sandbox-'));
  #plan: Promise<LaunchPlan> | null = null;
  #spare: SandboxChild | null = null;
  #disposed = false;

  constructor(frameBytes: number) {
    this.#frameBytes = frameBytes;
  }

  get hasSpare(): boolean {
    return this.#spare !== null && !this.#spare.isGone;
  }

  async isolation(): Promise<Isolation> {
    return isolationOf(await this.#chosenPlan());
  }

  /** A child that has said hello. Throws `sandbox_unavailable` when none comes up. */
  async take(): Promise<SandboxChild> {
    const plan = await this.#chosenPlan();
    const spare = this.#spare;
    this.#spare = null;
    const child = spare !== null && !spare.isGone ? spare : new SandboxChild(plan, this.#frameBytes);
    const up = await saysHello(child);
    if (this.#disposed) void child.kill();
    if (!up || this.#disposed)
      throw new SandboxError('sandbox_unavailable', 'No plugin process could be started');
    return child;
  }

  /** Starts the next spare; call it while no job waits. */
  refill(): void {
    if (this.#disposed || this.#plan === null || this.hasSpare) return;
    void this.#plan.then((plan) => {
      if (!this.#disposed && !this.hasSpare) this.#spare = new SandboxChild(plan, this.#frameBytes);
    });
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#plan?.catch(() => {});
    await this.#spare?.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #chosenPlan(): Promise<LaunchPlan> {
    if (this.#disposed) throw new SandboxError('sandbox_disposed', 'The sandbox was closed');
    this.#plan ??= this.#findPlan().catch((error: unknown) => {
      this.#plan = null;
      throw error;
    });
    return this.#plan;
  }

  async #findPlan(): Promise<LaunchPlan> {
    for (const plan of launchPlans(await findLaunchTools(), this.#folder)) {
      const child = new SandboxChild(plan, this.#frameBytes);
      if (await saysHello(child)) {
        this.#spare = child;
        return plan;
      }
    }
    throw new SandboxError('sandbox_unavailable', 'No plugin process could be started');
  }
}

async function saysHello(child: SandboxChild): Promise<boolean> {
  const timer = setTimeout(() => void child.kill(), HELLO_TIMEOUT_MS);
  const up = await child.hello;
  clearTimeout(timer);
  return up;
}
