import { type Database, exempt, type Kysely, sql, type Tables, type Unit } from '@patchbay/kernel/database';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { AdapterError, inTime } from '@patchbay/vendor-kit';
import type { SightingTelling } from './sighting-telling.ts';

export interface SightingWatchDeps {
  readonly database: Database;
  readonly controllers: Pick<Controllers, 'open'>;
  readonly telling: Pick<SightingTelling, 'tell'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly enqueue: (unit: Unit, options: EnqueueOptions) => void;
}

interface Claimed {
  readonly id: string;
  readonly organization_id: string;
  readonly subscription: string | null;
}

/** Jobs belong to no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const KEY = 'cameras.ask-cameras';
const watching = exempt(
  'cameras.sightings',
  'controllers with cameras of all organizations are asked in turn',
);
const EVERY_MS = 2_000;
const MOST_AT_ONCE = 16;
/** In one round; the others come first in the next. */
const MOST_IN_A_ROUND = 256;
const ANSWER_MS = 20_000;
const CLAIM_SECONDS = 60;
/** A camera that does not answer is left alone for a while. */
const PAUSE_SECONDS = 60;
/** Controllers whose makers tell nothing of cameras are looked at again, should that change. */
const SILENT_SECONDS = 3_600;
const MOST_ERROR = 500;

/**
 * Fetches what cameras report, from every controller that has some. Any number of processes may run it: a controller
 * is claimed before it is asked, and what a killed process had fetched and not told is lost with it.
 */
export class SightingWatch {
  readonly #deps: SightingWatchDeps;

  constructor(deps: SightingWatchDeps) {
    this.#deps = deps;
  }

  /** Starts the chain of rounds again should it have broken; without cameras there is none. */
  async tick(): Promise<void> {
    if (await this.#deps.database.readAsSystem(watching, anyCamera)) await this.#next(0);
  }

  /** One round, and the next one a moment after it. */
  async round(signal: AbortSignal): Promise<void> {
    try {
      const claimed = await this.#deps.database.asSystem(watching, claim);
      const lanes = Array.from({ length: MOST_AT_ONCE }, async () => {
        for (let next = claimed.pop(); next && !signal.aborted; next = claimed.pop()) await this.#ask(next);
      });
      await Promise.all(lanes);
    } finally {
      await this.#next(EVERY_MS);
    }
  }

  async #ask({ id, organization_id, subscription }: Claimed): Promise<void> {
    const scope = systemPrincipal(organization_id);
    try {
      const { session } = await this.#deps.controllers.open(scope, id);
      const asked = session.sightings?.(subscription);
      if (asked === undefined) return await this.#release(organization_id, id, { inSeconds: SILENT_SECONDS });
      const answer = await inTime(asked, ANSWER_MS);
      await this.#release(organization_id, id, { subscription: answer.subscription, inSeconds: 0 });
      await this.#deps.telling.tell(organization_id, id, answer.seen, session);
    } catch (error) {
      this.#deps.logger.info('a camera could not be asked', { controller_id: id, error });
      const last_error = error instanceof AdapterError ? error.type : 'internal';
      await this.#release(organization_id, id, { subscription, inSeconds: PAUSE_SECONDS, last_error }).catch(
        () => {},
      );
    }
  }

  #release(
    organization_id: string,
    id: string,
    facts: {
      readonly subscription?: string | null;
      readonly inSeconds: number;
      readonly last_error?: string;
    },
  ): Promise<void> {
    const { subscription = null, inSeconds, last_error = null } = facts;
    return this.#deps.database.write(systemPrincipal(organization_id), async ({ sql: db }) => {
      await sql`
        update camera_subscriptions set subscription = ${subscription}, claimed_until = clock_timestamp(),
          ask_after = clock_timestamp() + make_interval(secs => ${inSeconds}::integer),
          last_error = ${last_error?.slice(0, MOST_ERROR) ?? null}, updated_at = now()
        where id = ${id}::uuid`.execute(db);
    });
  }

  #next(inMs: number): Promise<void> {
    const runAt = new Date(this.#deps.clock.now().getTime() + inMs);
    return this.#deps.database.write(systemPrincipal(NOBODY), async (unit) =>
      this.#deps.enqueue(unit, { runAt, key: KEY }),
    );
  }
}

async function anyCamera(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from devices where kind = 'camera' and deleted_at is null and controller_id is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Those that were asked longest ago; the claim ends by itself. */
async function claim(db: Kysely<Tables>): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    insert into camera_subscriptions as s (id, organization_id, claimed_until)
    select c.id, c.organization_id, clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::integer)
    from controllers c left join camera_subscriptions k on k.id = c.id
    where c.deleted_at is null
      and exists (select from devices d where d.controller_id = c.id and d.kind = 'camera' and d.deleted_at is null)
      and (k.id is null or (k.claimed_until <= clock_timestamp() and k.ask_after <= clock_timestamp()))
    order by k.updated_at nulls first, c.id limit ${MOST_IN_A_ROUND}::integer
    on conflict (id) do update set claimed_until = excluded.claimed_until, updated_at = now()
      where s.claimed_until <= clock_timestamp() and s.ask_after <= clock_timestamp()
    returning s.id, s.organization_id, s.subscription`.execute(db);
  return rows;
}
