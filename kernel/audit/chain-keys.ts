import type { SecretBox } from '../infrastructure/secrets/index.ts';
import { canonicalJson } from '../schema/index.ts';
import type { AuditRow } from './audit-row.ts';
import { Mac } from './mac.ts';

/** A record without what follows from the rest of it. */
export type RecordFrame = Omit<AuditRow, 'detail' | 'intake_mac'>;

/** The chain before its first link. */
export const GENESIS = '0'.repeat(64);

/**
 * MACs of the record (HMAC-SHA256, hex). The key lives outside the database: rewriting every row does not make a
 * MAC that fits.
 */
export class ChainKeys {
  readonly #keys: readonly Mac[];

  constructor(secrets: Pick<SecretBox, 'deriveKeys'>) {
    this.#keys = secrets.deriveKeys('audit-chain').map(({ key }) => new Mac(key));
  }

  /** `detailText` is the record's detail as {@link canonicalJson} gives it. */
  intake(row: RecordFrame, detailText: string): string {
    return this.#mac(intakeText(row, detailText));
  }

  intakeFits(row: AuditRow): boolean {
    return this.#fits(intakeText(row, canonicalJson(row.detail)), row.intake_mac);
  }

  link(previous: string, sequence: number, intake_mac: string): string {
    return this.#mac(linkText(previous, sequence, intake_mac));
  }

  linkFits(previous: string, sequence: number, intake_mac: string, chain_mac: string): boolean {
    return this.#fits(linkText(previous, sequence, intake_mac), chain_mac);
  }

  head(organization_id: string, sequence: number, chain_mac: string): string {
    return this.#mac(headText(organization_id, sequence, chain_mac));
  }

  headFits(organization_id: string, sequence: number, chain_mac: string, head_mac: string): boolean {
    return this.#fits(headText(organization_id, sequence, chain_mac), head_mac);
  }

  #mac(text: string): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key for the audit chain');
    return key.of(text);
  }

  /** A former key still vouches for what it signed. */
  #fits(text: string, mac: string): boolean {
    return this.#keys.some((key) => key.of(text) === mac);
  }
}

const intakeText = (row: RecordFrame, detailText: string): string =>
  `${JSON.stringify([
    'intake',
    row.id,
    row.organization_id,
    row.actor_kind,
    row.actor_id,
    row.key_id,
    row.action,
    row.target_type,
    row.target_id,
  ]).slice(0, -1)},${detailText},${JSON.stringify(row.occurred_at)}]`;

const linkText = (previous: string, sequence: number, intake_mac: string): string =>
  JSON.stringify(['link', previous, sequence, intake_mac]);

const headText = (organization_id: string, sequence: number, chain_mac: string): string =>
  JSON.stringify(['head', organization_id, sequence, chain_mac]);
