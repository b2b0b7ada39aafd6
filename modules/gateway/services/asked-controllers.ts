import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, PatchbayError } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal, SiteGuard } from '@patchbay/kernel/permissions';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { AdapterError, inTime, type VendorSession } from '@patchbay/vendor-kit';
import {
  type LiveControllers,
  type LiveReading,
  type SyncedScope,
  tooWide,
  type Unreadable,
} from '../contract.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly site_id: string;
  readonly vendor: string;
}

/** Each is asked while a caller waits, who has half a minute. */
const MAX_CONTROLLERS = 20;
const AT_ONCE = 5;
const DEADLINE_MS = 8_000;
const ALL_MS = 20_000;

export class AskedControllers
  extends Service<{
    database: Pick<Database, 'read'>;
    controllers: Pick<Controllers, 'open' | 'get'>;
    sites: Contributions<SiteGuard>;
  }>
  implements LiveControllers
{
  async assertSeen(principal: Principal, { site_id, controller_id }: SyncedScope): Promise<void> {
    if (controller_id !== undefined) await this.parts.controllers.get(principal, controller_id);
    if (site_id === undefined) return;
    const seen = await Promise.all(
      this.parts.sites.values.map((guard) => guard.isVisible(principal, site_id)),
    );
    if (!seen.every(Boolean)) throw notFound();
  }

  async ask<T>(
    principal: Principal,
    scope: SyncedScope,
    read: (session: VendorSession) => Promise<readonly T[]> | undefined,
  ): Promise<LiveReading<T>> {
    const places = await this.#places(principal, scope);
    const found: LiveReading<T>['found'][number][] = [];
    const unreadable: Unreadable[] = [];
    const endMs = performance.now() + ALL_MS;
    for (let from = 0; from < places.length; from += AT_ONCE)
      await Promise.all(
        places.slice(from, from + AT_ONCE).map(async (place) => {
          try {
            for (const each of await this.#read(principal, place.id, read, endMs))
              found.push({ ...each, ...shown(place) });
          } catch (error) {
            unreadable.push({ controller_id: place.id, name: place.name, reason: reasonOf(error) });
          }
        }),
      );
    return { found, unreadable };
  }

  #places(principal: Principal, { site_id, controller_id, vendor }: SyncedScope): Promise<readonly Place[]> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      let rows = db.selectFrom('controllers').where('deleted_at', 'is', null);
      if (site_id !== undefined) rows = rows.where('site_id', '=', site_id);
      if (controller_id !== undefined) rows = rows.where('id', '=', controller_id);
      if (vendor !== undefined) rows = rows.where('vendor', '=', vendor);
      const found = await rows
        .select(['id', 'name', 'site_id', 'vendor'])
        .orderBy('name')
        .orderBy('id')
        .limit(MAX_CONTROLLERS + 1)
        .execute();
      if (found.length > MAX_CONTROLLERS) throw tooWide();
      return found;
    });
  }

  async #read<T>(
    principal: Principal,
    controller_id: string,
    read: (session: VendorSession) => Promise<readonly T[]> | undefined,
    endMs: number,
  ): Promise<readonly T[]> {
    const { session } = await this.parts.controllers.open(principal, controller_id);
    const reading = read(session);
    const leftMs = Math.max(0, endMs - performance.now());
    return reading ? inTime(reading, Math.min(DEADLINE_MS, leftMs)) : [];
  }
}

const shown = ({ id, name, site_id, vendor }: Place) => {
  return { controller_id: id, controller_name: name, site_id, vendor };
};

const reasonOf = (error: unknown): string =>
  error instanceof AdapterError || error instanceof PatchbayError
    ? error.message
    : 'The controller could not be read.';
