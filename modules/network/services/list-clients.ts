import type { Principal } from '@patchbay/kernel/permissions';
import type { LiveControllers, ReadAt, Unreadable } from '@patchbay/module-gateway/contract';
import type { NetworkClient } from '@patchbay/vendor-kit';

export interface ClientQuery {
  readonly search?: string;
  readonly site_id?: string;
  readonly controller_id?: string;
  readonly status?: NetworkClient['status'];
  readonly limit?: number;
}

export interface ClientList {
  readonly items: readonly (NetworkClient & ReadAt)[];
  /** Of those that match, before the limit. */
  readonly total: number;
  readonly unreadable: readonly Unreadable[];
}

const LIMIT = 50;

/**
 * Clients as controllers know them now, by name. Two controllers may both know one; each gives the place where it
 * saw it.
 */
export async function listClients(
  live: LiveControllers,
  principal: Principal,
  { search, status, limit = LIMIT, ...scope }: ClientQuery,
): Promise<ClientList> {
  await live.assertSeen(principal, scope);
  const { found, unreadable } = await live.ask(principal, scope, (session) => session.clients?.());
  const wanted = search?.toLowerCase();
  const chosen = found
    .filter((client) => status === undefined || client.status === status)
    .filter(
      ({ name, mac, ip }) => !wanted || [name, mac, ip].some((text) => text?.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => compared(keyOf(one), keyOf(other)));
  return { items: chosen.slice(0, limit), total: chosen.length, unreadable };
}

const keyOf = ({ name, mac, controller_id }: NetworkClient & ReadAt): string =>
  `${name} ${mac} ${controller_id}`;

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
