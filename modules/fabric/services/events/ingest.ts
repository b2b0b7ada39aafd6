import type { RateLimiter } from '@patchbay/kernel/cache';
import { Batcher } from '@patchbay/kernel/concurrency';
import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { forbidden, unavailable } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { ingestLimited, ingestTooLarge } from '../../errors.ts';
import { ingestExternal } from '../../events/fabric.ts';

export interface IngestRequest {
  readonly name?: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface IngestAnswer {
  readonly accepted: true;
  readonly event_type: string;
  readonly name: string | null;
}

const MAX_PAYLOAD_BYTES = 65_536;
const LIMIT = 120;
const WINDOW_MS = 60_000;
/** Of one key, written together; with the limit above, what a burst may hold in memory. */
const TOGETHER = { maxAtOnce: 100, maxWaiting: 1_000 };

interface Incoming {
  readonly name: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Events of one authority; dropped once none waits any more. */
interface Arriving {
  readonly events: Batcher<Incoming, Outcome>;
  waiting: number;
}

/** Outcome of one of several events: taken, or refused by an error. */
type Outcome = { readonly error: unknown } | null;

/**
 * Takes events of other systems; the organization is the key's, the type is fixed (SPEC 4.5, 8). Events of one
 * key are batched into one transaction, so its guard runs once.
 */
export class Ingest extends Service<{
  database: Pick<Database, 'write'>;
  limiter: Pick<RateLimiter, 'consume'>;
}> {
  readonly #arriving = new Map<string, Arriving>();

  async accept(principal: Principal, request: IngestRequest): Promise<IngestAnswer> {
    if (principal.kind !== 'api_key') throw forbidden({ message: 'Ingesting needs an API key.' });
    await this.#count(principal.organization_id);
    const { payload } = request;
    if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES) throw ingestTooLarge();
    const name = cleanName(request.name);
    const outcome = await this.#take(principal, { name, payload });
    if (outcome !== null) throw outcome.error;
    return { accepted: true, event_type: ingestExternal.type, name };
  }

  async #take(principal: Principal, incoming: Incoming): Promise<Outcome> {
    // Batches only callers with the same rights: a key whose role changed between two requests counts as two.
    const authority = JSON.stringify(principal);
    const arriving = this.#arriving.get(authority) ?? {
      events: new Batcher((incomings: readonly Incoming[]) => this.#writeAll(principal, incomings), TOGETHER),
      waiting: 0,
    };
    this.#arriving.set(authority, arriving);
    arriving.waiting += 1;
    try {
      return await arriving.events.add(incoming);
    } finally {
      arriving.waiting -= 1;
      if (arriving.waiting === 0) this.#arriving.delete(authority);
    }
  }

  /** One event that cannot be stored keeps back no other: then each is written by itself. */
  async #writeAll(principal: Principal, incomings: readonly Incoming[]): Promise<readonly Outcome[]> {
    try {
      return await this.#write(principal, incomings);
    } catch (error) {
      // When the database is gone it is unknown whether it has them; the sender has to decide.
      if (incomings.length === 1 || unavailable.matches(error)) throw error;
      return Promise.all(incomings.map((incoming) => this.#writeAlone(principal, incoming)));
    }
  }

  async #writeAlone(principal: Principal, incoming: Incoming): Promise<Outcome> {
    try {
      await this.#write(principal, [incoming]);
      return null;
    } catch (error) {
      return { error };
    }
  }

  #write(principal: Principal, incomings: readonly Incoming[]): Promise<readonly Outcome[]> {
    return this.parts.database.write(principal, async (work) => {
      for (const { name, payload } of incomings) {
        const target_id = work.events.publish(ingestExternal, { name, payload });
        work.audit.record({ action: 'fabric.ingest', target_type: 'event', target_id, detail: { name } });
      }
      return incomings.map(() => null);
    });
  }

  async #count(key: string): Promise<void> {
    const verdict = await this.parts.limiter.consume({
      bucket: 'ingest',
      key,
      limit: LIMIT,
      windowMs: WINDOW_MS,
      onFailure: 'open',
    });
    if (!verdict.allowed) throw ingestLimited({ retryAfterSeconds: verdict.retryAfterSeconds });
  }
}

/** Lower case, `a-z 0-9 _ -` only; null when nothing is left (SPEC 6.2, DECISIONS 39). */
export const cleanName = (name: string | undefined): string | null =>
  (name ?? '').toLowerCase().replace(/[^a-z0-9_-]/g, '') || null;
