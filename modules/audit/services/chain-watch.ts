import type { AuditChain, ChainReport } from '@patchbay/kernel/audit';
import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { v7 as uuidv7 } from 'uuid';
import { chainBroken } from '../events.ts';

/** Validates chains and tells the first problem of one once, until it is another or was mended in between. */
export class ChainWatch {
  readonly #database: Pick<Database, 'read' | 'write'>;
  readonly #chain: Pick<AuditChain, 'validate' | 'organizations' | 'onSetBack'>;
  readonly #logger: Logger;
  readonly #stopListening: () => void;

  constructor(
    database: Pick<Database, 'read' | 'write'>,
    chain: Pick<AuditChain, 'validate' | 'organizations' | 'onSetBack'>,
    logger: Logger,
  ) {
    this.#database = database;
    this.#chain = chain;
    this.#logger = logger;
    this.#stopListening = chain.onSetBack((organization_id) => void this.#tryOne(organization_id));
  }

  async validate(organization_id: string): Promise<ChainReport> {
    const report = await this.#chain.validate(organization_id);
    await this.#tell(organization_id, report);
    return report;
  }

  /** One chain after the other; one that cannot be validated now does not keep the rest. */
  async validateAll(signal: AbortSignal): Promise<void> {
    for await (const organization_id of this.#chain.organizations()) {
      if (signal.aborted) return;
      await this.#tryOne(organization_id);
    }
  }

  close(): void {
    this.#stopListening();
  }

  async #tryOne(organization_id: string): Promise<void> {
    await this.validate(organization_id).catch((error: unknown) =>
      this.#logger.warn('validating an audit chain waits for the next round', { error, organization_id }),
    );
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

/** Whether this is another problem than the one kept: of two processes that found it, one tells. */
async function keepAlarm(
  work: UnitOfWork,
  { kind, sequence }: { readonly kind: string; readonly sequence: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into audit_chain_alarms (id, organization_id, kind, sequence)
    values (${uuidv7()}, ${work.organization_id}, ${kind}, ${sequence})
    on conflict (organization_id) do update
      set kind = excluded.kind, sequence = excluded.sequence, updated_at = now()
      where (audit_chain_alarms.kind, audit_chain_alarms.sequence) is distinct from (excluded.kind, excluded.sequence)
    returning id`.execute(work.sql);
  return rows.length > 0;
}
