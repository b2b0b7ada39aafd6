import { setTimeout as pause } from 'node:timers/promises';
import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { PatchbayError } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Logger } from '@patchbay/kernel/telemetry';
import { chainBroken } from '../events.ts';
import type { AuditChain } from './audit-chain.ts';
import type { ChainReport } from './chain-validator.ts';

/** Between tries of a chain that cannot be validated right now: two others are, or the database is busy. */
const PAUSE_MS = 1_000;
const MAX_TRIES = 300;
/** Chains that wait; beyond, one is found at night. */
const MAX_WAITING = 50_000;

/**
 * Validates chains and publishes the first problem of one once, until it is another or was mended in between.
 * Chains without a caller are taken one after another, so that a database set back as a whole is reported for
 * every organization.
 */
export class ChainWatch {
  readonly #database: Pick<Database, 'read' | 'write'>;
  readonly #chain: Pick<AuditChain, 'validate' | 'organizations' | 'onSetBack'>;
  readonly #logger: Logger;
  readonly #stopListening: () => void;
  readonly #closing = new AbortController();
  /** Chains whose turn has not begun, and when it ends. */
  readonly #waiting = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(
    database: Pick<Database, 'read' | 'write'>,
    chain: Pick<AuditChain, 'validate' | 'organizations' | 'onSetBack'>,
    logger: Logger,
  ) {
    this.#database = database;
    this.#chain = chain;
    this.#logger = logger;
    this.#stopListening = chain.onSetBack((organization_id) => void this.#inTurn(organization_id));
  }

  async validate(organization_id: string): Promise<ChainReport> {
    const report = await this.#chain.validate(organization_id);
    await this.#tell(organization_id, report);
    return report;
  }

  /** One chain after the other; one that cannot be validated does not keep the rest. */
  async validateAll(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    for await (const organization_id of this.#chain.organizations()) {
      if (signal.aborted) return;
      await Promise.race([this.#inTurn(organization_id), aborted]);
    }
  }

  /** Resolves when the chain under way is done; those that wait are left to the night. */
  async close(): Promise<void> {
    this.#stopListening();
    this.#closing.abort();
    await this.#last;
  }

  #inTurn(organization_id: string): Promise<void> {
    const known = this.#waiting.get(organization_id);
    if (known) return known;
    if (this.#waiting.size >= MAX_WAITING) return this.#last;
    const turn = this.#last.then(() => {
      this.#waiting.delete(organization_id);
      return this.#tryOne(organization_id);
    });
    this.#waiting.set(organization_id, turn);
    this.#last = turn;
    return turn;
  }

  async #tryOne(organization_id: string): Promise<void> {
    const { signal } = this.#closing;
    for (let tries = 1; !signal.aborted; tries += 1)
      try {
        await this.validate(organization_id);
        return;
      } catch (error) {
        if (!isUnavailable(error) || tries >= MAX_TRIES) {
          this.#logger.warn('validating an audit chain waits for the next night', { error, organization_id });
          return;
        }
        await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
  }

  async #tell(organization_id: string, { problems: [first], problems }: ChainReport): Promise<void> {
    const principal = systemPrincipal(organization_id);
    const told = await this.#database.read(principal, async (unit) => {
      return unit.sql.selectFrom('audit_chain_alarms').select(['kind', 'sequence']).executeTakeFirst();
    });
    if (told?.kind === first?.kind && told?.sequence === first?.sequence) return;
    await this.#database.write(principal, async (work) => {
      if (first === undefined) await work.sql.deleteFrom('audit_chain_alarms').execute();
      else if (await keepAlarm(work, first))
        work.events.publish(chainBroken, { ...first, problems: problems.length });
    });
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof PatchbayError && error.kind === 'unavailable';

/** Whether this is another problem than the one kept: of two processes that found it, one publishes. */
async function keepAlarm(
  work: UnitOfWork,
  { kind, sequence }: { readonly kind: string; readonly sequence: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into audit_chain_alarms (id, organization_id, kind, sequence)
    values (${newId()}, ${work.organization_id}, ${kind}, ${sequence})
    on conflict (organization_id) do update
      set kind = excluded.kind, sequence = excluded.sequence, updated_at = now()
      where (audit_chain_alarms.kind, audit_chain_alarms.sequence) is distinct from (excluded.kind, excluded.sequence)
    returning id`.execute(work.sql);
  return rows.length > 0;
}
