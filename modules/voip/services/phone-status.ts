import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { LiveControllers, ReadAt, Unreadable } from '@patchbay/module-gateway/contract';
import type { Phone } from '@patchbay/vendor-kit';

export interface PhoneQuery {
  /** Id of a device of kind phone. */
  readonly device_id?: string;
  readonly search?: string;
  readonly site_id?: string;
  readonly controller_id?: string;
  readonly state?: Phone['state'];
  readonly limit?: number;
}

export interface PhoneList {
  readonly items: readonly (Phone & ReadAt)[];
  /** Of those that match, before the limit. */
  readonly total: number;
  readonly unreadable: readonly Unreadable[];
}

const LIMIT = 50;

/** States of phones now, asked of their exchanges. */
export class PhoneStatus extends Service<{ database: Pick<Database, 'read'>; live: LiveControllers }> {
  /** Throws `kernel.not_found` for what the query names and the caller does not see, and `gateway.too_wide`. */
  async look(principal: Principal, query: PhoneQuery): Promise<PhoneList> {
    const { device_id, search, state, limit = LIMIT, site_id, controller_id } = query;
    const one = device_id === undefined ? null : await this.#phone(principal, device_id);
    if (one !== null && controller_id !== undefined && controller_id !== one.controller_id) throw notFound();
    const scope = { site_id, controller_id: one?.controller_id ?? controller_id };
    await this.parts.live.assertSeen(principal, scope);
    const { found, unreadable } = await this.parts.live.ask(principal, scope, (session) =>
      session.phones?.(),
    );
    const wanted = search?.toLowerCase();
    const chosen = found
      .filter((phone) => one === null || phone.id === one.external_id)
      .filter((phone) => state === undefined || phone.state === state)
      .filter(({ id, name }) => !wanted || `${id} ${name}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => compared(`${a.id} ${a.controller_id}`, `${b.id} ${b.controller_id}`));
    return { items: chosen.slice(0, limit), total: chosen.length, unreadable };
  }

  async #phone(principal: Principal, device_id: string) {
    const phone = await this.parts.database.read(principal, ({ sql: db }) =>
      db
        .selectFrom('devices')
        .select(['external_id', 'controller_id'])
        .where('id', '=', device_id)
        .where('kind', '=', 'phone')
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    const controller_id = phone?.controller_id ?? null;
    if (phone === undefined || controller_id === null) throw notFound();
    return { external_id: phone.external_id, controller_id };
  }
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
