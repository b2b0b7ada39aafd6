import type { UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { OpenDelivery } from '../delivery/next-batch.ts';
import type { Audience } from '../intake/audience.ts';

export interface AddressedReceiver {
  readonly id: string;
  readonly user_id: string | null;
  readonly channel_id: string | null;
  readonly sealed_address: string | null;
}

/** Address of a message, with the notices that may go there now; a reason when none may. */
export type Addressed =
  | { readonly address: unknown; readonly maySee: (delivery: OpenDelivery) => boolean }
  | { readonly reason: string };

/** Finds receivers at the moment of sending: they may have moved, lost rights or gone since (RULES R7). */
export class Addresses extends Service<{
  audience: Pick<Audience, 'members' | 'maySee' | 'channelMaySee'>;
  secrets: Pick<SecretBox, 'open'>;
}> {
  async of(work: UnitOfWork, target: AddressedReceiver): Promise<Addressed> {
    if (target.user_id !== null) return this.#user(work, target.user_id);
    if (target.channel_id !== null) return this.#channel(work, target.channel_id);
    const { id, sealed_address } = target;
    if (sealed_address === null) return { reason: 'receiver_gone' };
    const address = this.#open(sealed_address, 'notification_targets', id, work.organization_id);
    return address === null
      ? { reason: 'address_unreadable' }
      : { address: JSON.parse(address), maySee: () => true };
  }

  async #user(work: UnitOfWork, user_id: string): Promise<Addressed> {
    const member = (await this.parts.audience.members(work, [user_id])).get(user_id);
    if (member === undefined) return { reason: 'receiver_inactive' };
    return {
      address: member.email,
      maySee: ({ event_type }) =>
        event_type === null || this.parts.audience.maySee(member.principal, { event_type, site_id: null }),
    };
  }

  async #channel(work: UnitOfWork, id: string): Promise<Addressed> {
    const { organization_id } = work;
    const row = await work.sql
      .selectFrom('notification_channels')
      .select(['kind', 'sealed_url', 'is_enabled'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return { reason: 'receiver_gone' };
    if (!row.is_enabled) return { reason: 'receiver_disabled' };
    const url = this.#open(row.sealed_url, 'notification_channels', id, organization_id);
    if (url === null) return { reason: 'address_unreadable' };
    return {
      address: row.kind === 'webhook' ? { url } : { url, kind: row.kind },
      maySee: ({ event_type }) =>
        event_type === null || this.parts.audience.channelMaySee(organization_id, event_type),
    };
  }

  /** Null when it cannot be opened, as after a key was lost. */
  #open(envelope: string, table: string, row_id: string, organization_id: string): string | null {
    try {
      return this.parts.secrets.open(envelope, { table, row_id, organization_id }).reveal();
    } catch {
      return null;
    }
  }
}
