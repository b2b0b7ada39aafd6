import type { AuditRow, ChainLink } from '@patchbay/kernel/audit';
import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { linksOf, marksOf } from './chain-statements.ts';

/** Marks a file as an exported chain. */
export const EXPORT_FORMAT = 'patchbay.audit';
/** Version of the format; another is refused. */
export const EXPORT_VERSION = 1;

/** The first line of an exported chain; one {@link ExportedLink} a line follows, in order. */
export interface ExportHeader {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: typeof EXPORT_VERSION;
  readonly organization_id: string;
  readonly exported_at: string;
  /** Lines that follow. */
  readonly count: number;
  /** End of the chain; null for an empty one. */
  readonly head: { readonly sequence: number; readonly chain_mac: string; readonly head_mac: string } | null;
  /** Keys the exporting platform had, current first; verifying needs those that signed. */
  readonly key_ids: readonly string[];
}

/** A place in the chain with its record, as one line says it. */
export interface ExportedLink {
  readonly sequence: number;
  readonly chain_mac: string;
  /** Null where the database has lost it: such an export does not verify. */
  readonly record: AuditRow | null;
}

const PAGE = 1_000;
const exportExemption = exempt(
  'audit.export',
  'reads the head and chain of one organization, named by its caller',
);

/** The sealed chain of one organization as lines of JSON, a page in memory at a time. */
export async function* exportChain(
  database: Database,
  secrets: Pick<SecretBox, 'deriveKeys'>,
  clock: Clock,
  organization_id: string,
): AsyncGenerator<string> {
  const read = <T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
    database.asSystem(exportExemption, work);
  const [head = null] = await read((db) => marksOf(db, organization_id));
  const header: ExportHeader = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    organization_id,
    exported_at: clock.now().toISOString(),
    count: head?.sequence ?? 0,
    head: head && { sequence: head.sequence, chain_mac: head.chain_mac, head_mac: head.head_mac },
    key_ids: secrets.deriveKeys('audit-chain').map(({ id }) => id),
  };
  yield JSON.stringify(header);
  for (let last: ChainLink | null = null; head !== null; ) {
    const after: ChainLink | null = last;
    const links: readonly ChainLink[] = await read((db) =>
      linksOf(db, organization_id, after, head.sequence, PAGE),
    );
    for (const { sequence, chain_mac, record } of links)
      yield JSON.stringify({
        sequence,
        chain_mac,
        record: record && exported(record),
      } satisfies ExportedLink);
    last = links.at(-1) ?? null;
    if (links.length < PAGE) return;
  }
}

/** The fields the MAC speaks of, and nothing else that a row may carry. */
const exported = (row: AuditRow): AuditRow => ({
  id: row.id,
  organization_id: row.organization_id,
  actor_kind: row.actor_kind,
  actor_id: row.actor_id,
  key_id: row.key_id,
  action: row.action,
  target_type: row.target_type,
  target_id: row.target_id,
  detail: row.detail,
  occurred_at: row.occurred_at,
  intake_mac: row.intake_mac,
});
