import { type Database, exempt, type Kysely, sql, type Tables, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { AdapterError, inTime, type Sightings, type VendorSession } from '@patchbay/vendor-kit';
import {
  type Answering,
  type ClaimedCamera,
  claimCameras,
  forgetDeleted,
  type Release,
  releaseCamera,
} from './claim-cameras.ts';
import type { SightingPublisher } from './sighting-publisher.ts';

export interface SightingWatchDeps {
  readonly database: Database;
  readonly controllers: Pick<Controllers, 'open'>;
  readonly telling: Pick<SightingPublisher, 'tell'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly enqueue: (unit: Unit, options: EnqueueOptions) => void;
}

/** Jobs belong to no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const KEY = 'cameras.ask-cameras';
const watching = exempt(
  'cameras.sightings',
  'controllers with cameras of all organizations are asked in turn',
);
const EVERY_MS = 2_000;
/** All of them are asked at once, so that no claim grows old before its question. */
const MAX_AT_ONCE = 32;
/** No more are claimed after it: subscriptions that are used end a minute later. */
const ROUND_MS = 10_000;
const RETRIES_MS = 30_000;
const ANSWER_MS = 20_000;
/** Less than between two rounds, so that the next one finds the camera due. */
const REST_SECONDS = 1;
/** A camera that does not answer is left alone for a while. */
const PAUSE_SECONDS = 60;
/** Controllers whose makers report no events of cameras are polled again after this time, should that change. */
const SILENT_SECONDS = 3_600;

/**
 * Fetches reports of cameras, from every controller that has some. Any number of processes may run it: a controller
 * is claimed before it is polled, and reports that a killed process had fetched and not published are lost with it.
 * Controllers that did not answer are polled apart from the others, which wait for them at most once.
 */
export class SightingWatch extends Service<SightingWatchDeps> {
  /** Starts the chain of rounds again should it have broken; without cameras there is none. */
  async tick(): Promise<void> {
    await this.parts.database.asSystem(watching, forgetDeleted);
    await this.#goOn(0);
  }

  /** One round over those that answer, and the next one a moment after it, as long as there are cameras. */
  async round(signal: AbortSignal): Promise<void> {
    try {
      await this.#askAll('answering', ROUND_MS, signal);
    } finally {
      if (!signal.aborted) await this.#goOn(EVERY_MS);
    }
  }

  /** One round over those that did not answer and have been left alone for long enough. */
  retry(signal: AbortSignal): Promise<void> {
    return this.#askAll('silent', RETRIES_MS, signal);
  }

  async #askAll(which: Answering, withinMs: number, signal: AbortSignal): Promise<void> {
    const endMs = performance.now() + withinMs;
    let claimed: readonly ClaimedCamera[];
    do {
      claimed = await this.parts.database.asSystem(watching, (db) => claimCameras(db, which, MAX_AT_ONCE));
      await Promise.all(claimed.map((camera) => this.#ask(camera)));
    } while (claimed.length === MAX_AT_ONCE && !signal.aborted && performance.now() < endMs);
  }

  async #ask(camera: ClaimedCamera): Promise<void> {
    const { id, organization_id, subscription } = camera;
    try {
      const { session } = await this.parts.controllers.open(systemPrincipal(organization_id), id);
      const asked = session.sightings?.(subscription);
      if (asked === undefined) return await this.#release(camera, { inSeconds: SILENT_SECONDS });
      const answer = await inTime(asked, ANSWER_MS);
      await this.#release(camera, { subscription: answer.subscription, inSeconds: REST_SECONDS });
      await this.#tell(camera, answer, session);
    } catch (error) {
      this.parts.logger.info('a camera could not be asked', { controller_id: id, error });
      const last_error = error instanceof AdapterError ? error.type : 'internal';
      await this.#release(camera, { subscription, inSeconds: PAUSE_SECONDS, last_error }).catch(() => {});
    }
  }

  /** The camera answered, whatever becomes of its reports: they are published once or not at all. */
  async #tell({ id, organization_id }: ClaimedCamera, { seen }: Sightings, session: VendorSession) {
    try {
      await this.parts.telling.tell(organization_id, id, seen, session);
    } catch (error) {
      this.parts.logger.warn('the sighting of a camera could not be published', { controller_id: id, error });
    }
  }

  #release(camera: ClaimedCamera, facts: Release): Promise<void> {
    return this.parts.database.write(systemPrincipal(camera.organization_id), ({ sql: db }) =>
      releaseCamera(db, camera, facts),
    );
  }

  async #goOn(inMs: number): Promise<void> {
    const { database, clock, enqueue } = this.parts;
    if (!(await database.readAsSystem(watching, anyCamera))) return;
    const runAt = new Date(clock.now().getTime() + inMs);
    await database.write(systemPrincipal(NOBODY), async (unit) => enqueue(unit, { runAt, key: KEY }));
  }
}

async function anyCamera(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from devices where kind = 'camera' and deleted_at is null and controller_id is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
