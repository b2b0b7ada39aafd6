import './table.ts';
import { createHash, createHmac } from 'node:crypto';
import type { Principal } from '../../../permissions/index.ts';
import { newId } from '../../../schema/index.ts';
import type { Clock, Logger } from '../../../telemetry/index.ts';
import { type Database, sql } from '../../database/index.ts';
import type { CompiledRoute } from '../compiled/compiled-route.ts';
import {
  idempotencyMismatch,
  idempotencyNotReplayable,
  idempotencyRunning,
  invalidIdempotencyKey,
} from '../http-errors.ts';
import type { Answer } from '../reply/answer.ts';

const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Larger answers are not kept; their replay names the resource instead. */
const MAX_KEPT_LENGTH = 262_144;

/** A request that may be repeated. */
export interface Attempt {
  readonly principal: Principal;
  readonly compiled: CompiledRoute;
  readonly path: string;
  readonly search: string;
  readonly key: string;
  readonly body: unknown;
  /** Id of this request, which a replayed error answers instead of the first one's. */
  readonly requestId: string;
}

interface Claim {
  readonly id: string;
  readonly principal: Principal;
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const whoIs = ({ key_id, user_id, grant }: Principal): string =>
  grant ? `grant:${grant.id}` : key_id ? `key:${key_id}` : `user:${user_id}`;

const textOf = (body: unknown): string =>
  Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('base64url')
    : (JSON.stringify(body) ?? '');

/** Keyed: bodies hold passwords, which a plain digest would let anybody guess who sees it. */
const fingerprintOf = (search: string, body: unknown, key: Buffer): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([search, textOf(body)]))
    .digest('base64url');

export interface IdempotencyOptions {
  readonly database: Pick<Database, 'write' | 'asSystem'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Current one first; the others know the requests of before a change of SECRET_KEY. */
  readonly keys: readonly { readonly key: Buffer }[];
}

/** `Idempotency-Key` on POST (DECISIONS 5): the first request runs, later ones get its answer. */
export class Idempotency {
  readonly #database: Pick<Database, 'write' | 'asSystem'>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #key: Buffer;
  readonly #formerKeys: readonly Buffer[];

  constructor({ database, clock, logger, keys }: IdempotencyOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#logger = logger;
    const [current, ...former] = keys.map(({ key }) => key);
    if (current === undefined) throw new Error('there is no key for idempotency');
    this.#key = current;
    this.#formerKeys = former;
  }

  /** Runs `work` once per key; throws 400, 409 or 422 as DECISIONS 5 says. */
  async once(attempt: Attempt, work: () => Promise<Answer>): Promise<Answer> {
    if (!/^[\x20-\x7e]{1,128}$/.test(attempt.key)) throw invalidIdempotencyKey();
    const claimed = await this.#claim(attempt);
    if ('status' in claimed) return claimed;
    let answer: Answer;
    try {
      answer = await work();
    } catch (error) {
      await this.#forget(claimed);
      throw error;
    }
    if (answer.status >= 500) await this.#forget(claimed);
    else await this.#keep(claimed, answer, attempt.compiled);
    return answer;
  }

  #claim({ principal, compiled, path, search, key, body, requestId }: Attempt): Promise<Claim | Answer> {
    const claim = digest([whoIs(principal), compiled.method, path, key]);
    const fingerprint = fingerprintOf(search, body, this.#key);
    const isOther = (kept: string): boolean =>
      kept !== fingerprint && this.#formerKeys.every((key) => kept !== fingerprintOf(search, body, key));
    const now = this.#clock.now();
    const id = newId();
    return this.#database.write(principal, async ({ sql: query, organization_id }) => {
      const values = {
        id,
        organization_id,
        claim,
        fingerprint,
        expires_at: new Date(now.getTime() + KEPT_MS).toISOString(),
      };
      const mine = await query
        .insertInto('idempotency_keys')
        .values({ ...values, status: null, content_type: null, headers: null, body: null, resource_id: null })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'claim'])
            .doUpdateSet({ ...values, status: null, content_type: null, headers: null, body: null })
            .where('idempotency_keys.expires_at', '<', now.toISOString()),
        )
        .returning('id')
        .executeTakeFirst();
      if (mine) return { id, principal };
      const row = await query
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('claim', '=', claim)
        .executeTakeFirst();
      if (row === undefined || row.status === null)
        throw row && isOther(row.fingerprint) ? idempotencyMismatch() : idempotencyRunning();
      if (isOther(row.fingerprint)) throw idempotencyMismatch();
      if (row.body === null && row.content_type !== null) throw notReplayable(row.resource_id);
      const headers = [...(row.headers ?? []), 'Idempotency-Replayed', 'true'];
      const names = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
      return {
        status: row.status,
        type: row.content_type,
        body: row.body !== null && row.status >= 400 ? renamed(row.body, requestId) : row.body,
        headers,
        replaces: (name: string) => names.has(name),
      };
    });
  }

  /** A lost answer is not a lost effect: the claim stays, so that nothing happens twice. */
  async #keep({ id, principal }: Claim, answer: Answer, { route }: CompiledRoute): Promise<void> {
    const isKept =
      !route.secretReply && typeof answer.body === 'string' && answer.body.length <= MAX_KEPT_LENGTH;
    try {
      await this.#database.write(principal, async ({ sql: query }) => {
        await query
          .updateTable('idempotency_keys')
          .set({
            status: answer.status,
            content_type: answer.body === null ? null : answer.type,
            headers: withoutCookies(answer.headers),
            body: isKept ? (answer.body as string) : null,
            resource_id: isKept ? null : resourceIdOf(answer.body),
            updated_at: sql`now()`,
          })
          .where('id', '=', id)
          .execute();
      });
    } catch (error) {
      this.#logger.error('the answer to an Idempotency-Key could not be kept', { error, route: route.id });
    }
  }

  async #forget({ id, principal }: Claim): Promise<void> {
    try {
      await this.#database.write(principal, ({ sql: query }) =>
        query.deleteFrom('idempotency_keys').where('id', '=', id).execute(),
      );
    } catch (error) {
      this.#logger.error('an Idempotency-Key could not be given back', { error });
    }
  }
}

const renamed = (body: string, requestId: string): string =>
  body.replace(/"request_id":"[A-Za-z0-9_-]*"/, `"request_id":"${requestId}"`);

function notReplayable(resource_id: string | null) {
  const details = resource_id === null ? [] : [{ field: 'id', message: resource_id, type: 'resource_id' }];
  return idempotencyNotReplayable({ details });
}

function withoutCookies(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index]?.toLowerCase() !== 'set-cookie')
      kept.push(headers[index] ?? '', headers[index + 1] ?? '');
  return kept;
}

function resourceIdOf(body: Answer['body']): string | null {
  if (typeof body !== 'string') return null;
  try {
    const reply: unknown = JSON.parse(body);
    if (typeof reply !== 'object' || reply === null || !('id' in reply)) return null;
    return typeof reply.id === 'string' ? reply.id : null;
  } catch {
    return null;
  }
}
