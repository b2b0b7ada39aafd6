import { setTimeout } from 'node:timers/promises';
import { type ChainKeys, GENESIS } from '@patchbay/kernel/audit';
import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Logger } from '@patchbay/kernel/telemetry';
import {
  type Head,
  type LockedHead,
  lockHeads,
  type NewLink,
  type SealedHead,
  type TakenRecord,
  type TakenRow,
  takePending,
  type WaitingChain,
  waitingOrganizations,
  writeLinks,
} from './seal-statements.ts';

const BATCH = 2_000;
const MAX_ORGANIZATIONS = 100;
/** Organizations remembered as waiting; further ones are found by polling. */
const MAX_WAITING = 10_000;
const CHECKPOINT_EVERY = 1_000;
/** Before a round, which costs much the same for one record as for many. */
const GATHERING_MS = 50;
/** After a round of so many the next follows at once. */
const PLENTY = 500;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const sealExemption = exempt(
  'audit.seal',
  'gives the records of every organization their place in its chain',
);

interface Round {
  readonly sealed: number;
  readonly unfinished: readonly WaitingChain[];
}

/**
 * Gives committed records their place in the chain, under the lock of their organization's head (R15): one
 * writer at a time per organization, whichever process it runs in. A round seals many organizations; one
 * that dies leaves everything waiting as it was.
 */
export class Sealer extends Service<{ database: Database; keys: ChainKeys; logger: Logger }> {
  /** Organizations with records waiting, and the lowest id that may. */
  readonly #waiting = new Map<string, string>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  start(pollMs = 5_000): void {
    this.#timer = setInterval(() => void this.#findWaiting(), pollMs).unref();
    void this.#findWaiting();
  }

  /**
   * Says that records of this organization were committed, the lowest of them `from`. A search that starts
   * there does not pass all that was sealed since the last vacuum.
   */
  wake(organization_id: string, from: string = LOWEST_ID): void {
    if (this.#stopped) return;
    this.#await(organization_id, from);
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  #await(organization_id: string, from: string): void {
    const known = this.#waiting.get(organization_id);
    if (known === undefined ? this.#waiting.size < MAX_WAITING : from < known)
      this.#waiting.set(organization_id, from);
  }

  async #findWaiting(): Promise<void> {
    try {
      const ids = await this.parts.database.asSystem(sealExemption, (db) => waitingOrganizations(db, 1_000));
      for (const id of ids) this.wake(id);
    } catch (error) {
      this.parts.logger.debug('looking for unsealed records failed', { error });
    }
  }

  async #drain(): Promise<void> {
    let sealed: number | null = 0;
    while (this.#waiting.size > 0 && !this.#stopped) {
      if (sealed === null || sealed < PLENTY) await setTimeout(GATHERING_MS);
      const places = [...this.#waiting.entries().take(MAX_ORGANIZATIONS)].map(([organization_id, from]) => ({
        organization_id,
        from,
      }));
      for (const { organization_id } of places) this.#waiting.delete(organization_id);
      sealed = await this.#tryRound(places);
      if (sealed !== null) continue;
      // A failure of one organization must not keep the others of its round from being sealed.
      if (places.length > 1) for (const place of places) await this.#tryRound([place]);
    }
  }

  /** Count of sealed records; null when it failed. */
  async #tryRound(places: readonly WaitingChain[]): Promise<number | null> {
    try {
      const { sealed, unfinished } = await this.#round(places);
      for (const { organization_id, from } of unfinished) this.#await(organization_id, from);
      return sealed;
    } catch (error) {
      this.parts.logger.warn('sealing the audit record failed; the next round tries again', {
        error,
        organization_ids: places.map(({ organization_id }) => organization_id),
      });
      return null;
    }
  }

  /** Seals everything committed of one organization; answers how many records it sealed. */
  async seal(organization_id: string): Promise<number> {
    let total = 0;
    for (let places: readonly WaitingChain[] = [{ organization_id, from: LOWEST_ID }]; places.length > 0; ) {
      const { sealed, unfinished } = await this.#round(places);
      total += sealed;
      places = unfinished;
    }
    return total;
  }

  /** One transaction over these organizations; `unfinished` have more than their share of the batch waiting. */
  #round(places: readonly WaitingChain[]): Promise<Round> {
    const maxEach = Math.ceil(BATCH / places.length);
    return this.parts.database.asSystem(sealExemption, async (db) => {
      const [heads, taken] = await this.#claim(db, places, maxEach);
      if (taken.length === 0) return { sealed: 0, unfinished: [] };
      const links: NewLink[] = [];
      const moved: SealedHead[] = [];
      const unfinished: WaitingChain[] = [];
      for (const [organization_id, rows] of Map.groupBy(taken, (row) => row.organization_id)) {
        const head = heads.find((each) => each.organization_id === organization_id);
        if (!head || !this.parts.keys.headFits(organization_id, head.sequence, head.chain_mac, head.head_mac))
          throw new Error('the head of the audit chain is gone or not as it was written');
        const records = inOrder(rows.flatMap(recordsOf));
        moved.push(this.#link(head, records, links));
        const last = inOrder(rows).at(-1);
        if (last && records.length >= maxEach) unfinished.push({ organization_id, from: last.record_id });
      }
      await writeLinks(db, links, moved);
      return { sealed: links.length, unfinished };
    });
  }

  /** Both statements travel together; the second starts, and looks, only once the first has the locks. */
  #claim(
    db: Kysely<Tables>,
    places: readonly WaitingChain[],
    maxEach: number,
  ): Promise<[readonly LockedHead[], readonly TakenRow[]]> {
    const fresh = places.map(({ organization_id }) =>
      this.#sealedHead({ organization_id, sequence: 0, chain_mac: GENESIS }, 0),
    );
    return Promise.all([lockHeads(db, fresh), takePending(db, places, maxEach)]);
  }

  /** Adds the links of one organization and answers its new head. */
  #link(head: Head, records: readonly TakenRecord[], links: NewLink[]): SealedHead {
    const { organization_id } = head;
    let { sequence, chain_mac } = head;
    for (const { record_id, intake_mac } of records) {
      sequence += 1;
      chain_mac = this.parts.keys.link(chain_mac, sequence, intake_mac);
      links.push({ organization_id, sequence, record_id, chain_mac });
    }
    return this.#sealedHead({ organization_id, sequence, chain_mac }, head.sequence);
  }

  #sealedHead({ organization_id, sequence, chain_mac }: Head, from: number): SealedHead {
    return {
      organization_id,
      sequence,
      chain_mac,
      head_mac: this.parts.keys.head(organization_id, sequence, chain_mac),
      isCheckpoint: Math.floor(sequence / CHECKPOINT_EVERY) > Math.floor(from / CHECKPOINT_EVERY),
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

const recordsOf = ({ record_id, intake_mac, later_ids, later_macs }: TakenRow): readonly TakenRecord[] => [
  { record_id, intake_mac },
  ...later_ids.map((id, place) => ({ record_id: id, intake_mac: later_macs[place] ?? '' })),
];

/** Ids rise with time, and within one change in the order of its records. */
const inOrder = <R extends TakenRecord>(records: readonly R[]): readonly R[] =>
  records.toSorted((a, b) => (a.record_id < b.record_id ? -1 : 1));
