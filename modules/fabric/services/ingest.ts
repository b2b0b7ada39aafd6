import type { RateLimiter } from '@patchbay/kernel/cache';
import type { Database } from '@patchbay/kernel/database';
import { forbidden } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '../contract.ts';
import { ingestLimited, ingestTooLarge } from '../errors.ts';

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

/** Takes events of other systems; the organization is the key's, the type is fixed (SPEC 4.5, 8). */
export class Ingest {
  readonly #database: Pick<Database, 'write'>;
  readonly #limiter: Pick<RateLimiter, 'consume'>;

  constructor(database: Pick<Database, 'write'>, limiter: Pick<RateLimiter, 'consume'>) {
    this.#database = database;
    this.#limiter = limiter;
  }

  async accept(principal: Principal, request: IngestRequest): Promise<IngestAnswer> {
    if (principal.kind !== 'api_key') throw forbidden({ message: 'Ingesting needs an API key.' });
    await this.#count(principal.organization_id);
    const { payload } = request;
    if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES) throw ingestTooLarge();
    const name = cleanName(request.name);
    await this.#database.write(principal, async (work) => {
      const event_id = work.events.publish(ingestExternal, { name, payload });
      work.audit.record({
        action: 'fabric.ingest',
        target_type: 'event',
        target_id: event_id,
        detail: { name },
      });
    });
    return { accepted: true, event_type: ingestExternal.type, name };
  }

  async #count(key: string): Promise<void> {
    const verdict = await this.#limiter.consume({
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
