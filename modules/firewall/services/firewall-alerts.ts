import { type Database, type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { notFound, PatchbayError } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { SiteGuard } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import { AdapterError, type FirewallAlert, tooWide } from '@patchbay/module-gateway/contract';
import type { Controllers } from '@patchbay/module-inventory/contract';

export interface AlertQuery extends PageQuery {
  readonly controller_id?: string;
  readonly vendor?: string;
  readonly severity?: FirewallAlert['severity'];
}

export type PlacedAlert = FirewallAlert & {
  readonly controller_id: string;
  readonly controller_name: string;
  readonly site_id: string;
  readonly vendor: string;
};

export interface AlertPage extends Page<PlacedAlert> {
  readonly unreadable: readonly {
    readonly controller_id: string;
    readonly name: string;
    readonly reason: string;
  }[];
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly site_id: string;
  readonly vendor: string;
}

/** Each is asked while somebody waits. */
const MOST_CONTROLLERS = 20;
const AT_ONCE = 5;
const DEADLINE_MS = 8_000;
const MOST_EACH = 500;

/** What firewalls reported, read from them when asked for: their logs move on by themselves and are not kept. */
export class FirewallAlerts {
  readonly #database: Pick<Database, 'read'>;
  readonly #controllers: Pick<Controllers, 'open' | 'get'>;
  readonly #sites: Contributions<SiteGuard>;

  constructor(
    database: Pick<Database, 'read'>,
    controllers: Pick<Controllers, 'open' | 'get'>,
    sites: Contributions<SiteGuard>,
  ) {
    this.#database = database;
    this.#controllers = controllers;
    this.#sites = sites;
  }

  /** The same for a step of a chain: what it names must be there. Also throws `kernel.not_found`. */
  async search(principal: Principal, query: AlertQuery): Promise<AlertPage> {
    const { site_id, controller_id } = query;
    if (controller_id !== undefined) await this.#controllers.get(principal, controller_id);
    if (site_id !== undefined) {
      const seen = await Promise.all(this.#sites.values.map((guard) => guard.isVisible(principal, site_id)));
      if (!seen.every(Boolean)) throw notFound();
    }
    return this.list(principal, query);
  }

  /** Throws `gateway.too_wide`. A controller that does not answer is named and hides no other. */
  async list(principal: Principal, query: AlertQuery): Promise<AlertPage> {
    const places = await this.#places(principal, query);
    const found: PlacedAlert[] = [];
    const unreadable: { controller_id: string; name: string; reason: string }[] = [];
    for (let from = 0; from < places.length; from += AT_ONCE)
      await Promise.all(
        places.slice(from, from + AT_ONCE).map(async (place) => {
          try {
            for (const alert of await this.#read(principal, place.id))
              found.push({ ...alert, ...shown(place) });
          } catch (error) {
            unreadable.push({ controller_id: place.id, name: place.name, reason: reasonOf(error) });
          }
        }),
      );
    return { ...pageOfAlerts(found, query), unreadable };
  }

  #places(principal: Principal, { site_id, controller_id, vendor }: AlertQuery): Promise<readonly Place[]> {
    return this.#database.read(principal, async ({ sql: db }) => {
      let rows = db.selectFrom('controllers').where('deleted_at', 'is', null);
      if (site_id !== undefined) rows = rows.where('site_id', '=', site_id);
      if (controller_id !== undefined) rows = rows.where('id', '=', controller_id);
      if (vendor !== undefined) rows = rows.where('vendor', '=', vendor);
      const found = await rows
        .select(['id', 'name', 'site_id', 'vendor'])
        .orderBy('name')
        .orderBy('id')
        .limit(MOST_CONTROLLERS + 1)
        .execute();
      if (found.length > MOST_CONTROLLERS) throw tooWide();
      return found;
    });
  }

  async #read(principal: Principal, controller_id: string): Promise<readonly FirewallAlert[]> {
    const { session } = await this.#controllers.open(principal, controller_id);
    return session.alerts ? inTime(session.alerts(MOST_EACH)) : [];
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new AdapterError('adapter_timeout', 'refused', 'The controller did not answer in time.');
    timer = setTimeout(() => reject(error), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const shown = ({ id, name, site_id, vendor }: Place) => {
  return { controller_id: id, controller_name: name, site_id, vendor };
};

const reasonOf = (error: unknown): string =>
  error instanceof AdapterError || error instanceof PatchbayError
    ? error.message
    : 'The controller could not be read.';

function pageOfAlerts(found: readonly PlacedAlert[], query: AlertQuery): Page<PlacedAlert> {
  const { severity, search, page, per_page } = query;
  const wanted = search?.toLowerCase();
  const chosen = found
    .filter((alert) => severity === undefined || alert.severity === severity)
    .filter(
      ({ message, source, destination, category }) =>
        !wanted ||
        [message, source, destination, category].some((text) => text?.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => compared(other.occurred_at ?? '', one.occurred_at ?? ''));
  return pageOf(chosen.slice((page - 1) * per_page, page * per_page), chosen.length, query);
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
