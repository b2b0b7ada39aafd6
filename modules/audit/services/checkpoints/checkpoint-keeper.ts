import type { ChainKeys } from '@patchbay/kernel/audit';
import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { headOf, headsAfter } from '../chain/chain-statements.ts';
import type { ChainProblem } from '../chain/chain-walk.ts';
import { againstCheckpoint } from './checkpoint-check.ts';
import type { CheckpointFolder } from './checkpoint-folder.ts';

const EVERY_MS = 60_000;
const PAGE = 500;
/** Chains known to stand as they were kept; beyond it their checkpoints are read and written again. */
const MAX_REMEMBERED = 50_000;
/** Organizations that one line of the log names. */
const MAX_NAMED = 20;
const checkpointExemption = exempt(
  'audit.checkpoints',
  'the end of every chain is kept outside the database, and held against it',
);

type FoundHead = Awaited<ReturnType<typeof headsAfter>>[number];

/** Called once per organization and process when a chain does not reach its checkpoint, or differs from it. */
export type SetBackListener = (organization_id: string) => void;

/**
 * Keeps the signed end of every chain in a folder outside the database, so that a trail that is removed or rolled
 * back in all its tables is found (RULES R15). A chain that does not fit its checkpoint keeps the former one: only
 * {@link accept} replaces it. Every process keeps a folder of its own.
 */
export class CheckpointKeeper extends Service<{
  database: Pick<Database, 'asSystem'>;
  keys: ChainKeys;
  folder: CheckpointFolder;
  clock: Clock;
  logger: Logger;
}> {
  readonly #listeners = new Set<SetBackListener>();
  /** Organizations reported as set back; reported again only after they fit in between. */
  readonly #setBack = new Set<string>();
  /** The signature under each checkpoint written here. */
  readonly #kept = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  #isDue = true;

  start(everyMs = EVERY_MS): void {
    this.#timer = setInterval(() => this.#beginRound(), everyMs).unref();
    this.#beginRound();
  }

  /** A round that takes longer than the time between two is not joined by another. */
  #beginRound(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    void this.keepAll().then(() => {
      this.#isDue = true;
    });
  }

  onSetBack(listener: SetBackListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async *organizations(): AsyncGenerator<string> {
    for await (const { organization_id } of this.#heads()) yield organization_id;
  }

  /** One round over all organizations, after one that is under way. Never throws: a failure is logged. */
  keepAll(): Promise<void> {
    const round = this.#running
      .then(() => this.#round())
      .catch((error: unknown) =>
        this.parts.logger.warn('keeping audit checkpoints waits for the next round', { error }),
      );
    this.#running = round;
    return round;
  }

  /** The problem of this chain against its checkpoint, or null. */
  async problemOf(organization_id: string): Promise<ChainProblem | null> {
    const checkpoint = await this.parts.folder.read(organization_id);
    if (checkpoint === null) return null;
    return this.parts.database.asSystem(checkpointExemption, (db) =>
      againstCheckpoint(db, this.parts.keys, checkpoint),
    );
  }

  /** Takes the chain as it is now: after a restore its operator answers for what is gone. */
  async accept(organization_id: string): Promise<void> {
    const head = await this.parts.database.asSystem(checkpointExemption, (db) => headOf(db, organization_id));
    if (head === null || head.sequence === 0) return;
    await this.parts.folder.keep({ organization_id, ...head, made_at: this.parts.clock.now().toISOString() });
    this.#setBack.delete(organization_id);
  }

  async stop(): Promise<void> {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.keepAll();
  }

  async #round(): Promise<void> {
    const failures = new Map<string, unknown>();
    const unseen = new Set(await this.parts.folder.organizations());
    for await (const head of this.#heads()) {
      unseen.delete(head.organization_id);
      await noting(failures, head.organization_id, () => this.#keepOne(head));
    }
    for (const organization_id of unseen)
      await noting(failures, organization_id, async () => {
        if (await this.problemOf(organization_id)) this.#tell(organization_id);
      });
    if (failures.size === 0) return;
    this.parts.logger.error('audit checkpoints cannot be kept; the next round tries again', {
      organization_ids: [...failures.keys().take(MAX_NAMED)],
      failed: failures.size,
      error: failures.values().next().value,
    });
  }

  /** A page is in memory at a time; no connection is held between two. */
  async *#heads(): AsyncGenerator<FoundHead> {
    let heads: readonly FoundHead[];
    let last: string | null = null;
    do {
      const after: string | null = last;
      heads = await this.parts.database.asSystem(checkpointExemption, (db) => headsAfter(db, after, PAGE));
      yield* heads;
      last = heads.at(-1)?.organization_id ?? null;
    } while (heads.length === PAGE);
  }

  async #keepOne({ organization_id, sequence, chain_mac, head_mac }: FoundHead): Promise<void> {
    if (this.#kept.get(organization_id) === head_mac) return;
    // An unsigned end proves nothing, and in the place of a signed one it would take the proof away.
    const isSigned = this.parts.keys.headFits(organization_id, sequence, chain_mac, head_mac);
    if (!isSigned || (await this.problemOf(organization_id)) !== null) {
      this.#tell(organization_id);
      return;
    }
    this.#setBack.delete(organization_id);
    if (sequence === 0) return;
    const made_at = this.parts.clock.now().toISOString();
    await this.parts.folder.keep({ organization_id, sequence, chain_mac, head_mac, made_at });
    if (this.#kept.size >= MAX_REMEMBERED) this.#kept.clear();
    this.#kept.set(organization_id, head_mac);
  }

  #tell(organization_id: string): void {
    if (this.#setBack.has(organization_id)) return;
    this.#setBack.add(organization_id);
    this.parts.logger.error('the audit chain does not reach its checkpoint outside the database', {
      organization_id,
    });
    for (const listener of this.#listeners) listener(organization_id);
  }
}

/** A file that cannot be read or written keeps no other organization's; a database that is gone ends the round. */
async function noting(
  failures: Map<string, unknown>,
  organization_id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PatchbayError && error.kind === 'unavailable') throw error;
    failures.set(organization_id, error);
  }
}
