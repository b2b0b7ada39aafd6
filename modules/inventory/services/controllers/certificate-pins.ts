import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Outbound } from '@patchbay/kernel/outbound';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { transportFailure } from '@patchbay/vendor-kit';
import type { ControllerTls } from '../../entities/controller.ts';
import type { ControllerRow } from './controller-view.ts';

const TIMEOUT_MS = 8_000;
const MAX_READ_BYTES = 65_536;

/** Whether the certificate of the next contact is the one to trust from then on. */
export const waitsForPin = ({ url, tls }: Pick<ControllerRow, 'url' | 'tls'>): boolean =>
  tls.pin_on_first_use === true && tls.fingerprint === undefined && url.startsWith('https:');

/** Trust on first use: the certificate a controller shows at its first contact is kept, and no other taken later. */
export class CertificatePins extends Service<{
  database: Pick<Database, 'write'>;
  outbound: Pick<Outbound, 'send'>;
}> {
  /** Asks for nothing but the certificate, with no credential; of several that ask at once the first one's stands. */
  async pin(row: Pick<ControllerRow, 'id' | 'organization_id' | 'url' | 'tls'>): Promise<ControllerTls> {
    const shown = await this.#fingerprintOf(row.url);
    if (!shown) return row.tls;
    return this.parts.database.write(systemPrincipal(row.organization_id), async (work) => {
      const pinned = await work.sql
        .updateTable('controllers')
        .set({ tls: sql<ControllerTls>`tls || ${JSON.stringify({ fingerprint: shown })}::jsonb` })
        .where('id', '=', row.id)
        .where('url', '=', row.url)
        .where(sql<boolean>`not tls ? 'fingerprint' and tls @> '{"pin_on_first_use": true}'`)
        .returning('tls')
        .executeTakeFirst();
      if (pinned === undefined) return (await keptTls(work, row.id)) ?? row.tls;
      work.audit.record({
        action: 'controllers.certificate_pinned',
        target_type: 'controller',
        target_id: row.id,
        detail: { fingerprint: shown },
      });
      return pinned.tls;
    });
  }

  async #fingerprintOf(url: string): Promise<string | undefined> {
    try {
      const { peerFingerprint } = await this.parts.outbound.send({
        url,
        method: 'GET',
        policy: 'equipment',
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_READ_BYTES,
        tls: { verify: false },
      });
      return peerFingerprint;
    } catch (error) {
      throw transportFailure(error, 'controller', { isWrite: false });
    }
  }
}

async function keptTls(
  { sql: db }: Parameters<Parameters<Database['write']>[1]>[0],
  id: string,
): Promise<ControllerTls | undefined> {
  const row = await db.selectFrom('controllers').select('tls').where('id', '=', id).executeTakeFirst();
  return row?.tls;
}
