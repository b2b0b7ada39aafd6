import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { rotationUnderWay } from '../../errors.ts';
import { isFormerValid, type SigningSecrets } from './signing-secrets.ts';
import { subscriptions } from './subscription-rows.ts';

export interface RotatedView {
  readonly secret: string;
  readonly former_secret_until: string | null;
  readonly updated_at: string;
}

const DEFAULT_OVERLAP_SECONDS = 86_400;

/**
 * Gives a subscription another secret. Until the overlap ends every delivery is signed with both, so the receiver
 * may change over whenever it likes; a promise of validity is kept unless an overlap of 0 ends it on purpose.
 */
export class SecretRotation extends Service<{
  database: Pick<Database, 'write'>;
  secrets: SigningSecrets;
  clock: Clock;
}> {
  rotate(
    principal: Principal,
    id: string,
    overlap_seconds: number = DEFAULT_OVERLAP_SECONDS,
  ): Promise<RotatedView> {
    return this.parts.database.write(principal, async (work) => {
      const row = await subscriptions.hold(work, id);
      const now = this.parts.clock.now();
      if (overlap_seconds > 0 && isFormerValid(row, now)) throw rotationUnderWay();
      const secret = this.parts.secrets.make();
      const until =
        overlap_seconds === 0 ? null : new Date(now.getTime() + overlap_seconds * 1_000).toISOString();
      const changed = await work.sql
        .updateTable('webhook_subscriptions')
        .set({
          sealed_secret: this.parts.secrets.seal(secret, row),
          sealed_former_secret: until === null ? null : row.sealed_secret,
          former_secret_until: until,
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .returning(['former_secret_until', 'updated_at'])
        .executeTakeFirstOrThrow();
      work.audit.record({
        action: 'webhooks.rotate_secret',
        target_type: 'webhook',
        target_id: id,
        detail: { overlap_seconds },
      });
      return { secret: secret.reveal(), ...changed };
    });
  }
}
