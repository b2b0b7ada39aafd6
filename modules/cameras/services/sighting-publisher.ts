import { randomUUID } from 'node:crypto';
import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { ArtifactReference, Artifacts } from '@patchbay/kernel/fabric';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { inTime, type Sighting, type VendorSession } from '@patchbay/vendor-kit';
import { cameraMotion, cameraPerson } from '../events.ts';

export interface PublisherDeps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly artifacts: Pick<Artifacts, 'keep'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Camera {
  readonly id: string;
  readonly name: string;
  readonly site_id: string;
  readonly external_id: string;
}

/** Branches in the wind move all day: one event of a kind and camera in so long. */
const REST_SECONDS = 10;
const PICTURE_MS = 10_000;

/** Publishes sightings of cameras, each with a picture of the moment where one can be had. */
export class SightingPublisher extends Service<PublisherDeps> {
  async tell(
    organization_id: string,
    controller_id: string,
    seen: readonly Sighting[],
    session: Pick<VendorSession, 'picture'>,
  ): Promise<void> {
    const first = new Map<string, Sighting>();
    for (const sighting of seen) {
      const key = `${sighting.kind} ${sighting.external_id}`;
      if (!first.has(key)) first.set(key, sighting);
    }
    for (const sighting of first.values()) await this.#one(organization_id, controller_id, sighting, session);
  }

  async #one(
    organization_id: string,
    controller_id: string,
    { external_id, kind, seen_at }: Sighting,
    session: Pick<VendorSession, 'picture'>,
  ): Promise<void> {
    const scope = systemPrincipal(organization_id);
    const camera = await this.parts.database.read(scope, (unit) =>
      cameraOf(unit, controller_id, external_id),
    );
    if (camera === undefined) return;
    const isNews = await this.parts.database.write(scope, (work) => isTurnOf(work, camera, kind));
    if (!isNews) return;
    const artifact = await this.#picture(organization_id, external_id, session);
    const { id, name, site_id } = camera;
    const detected_at = seen_at ?? this.parts.clock.now().toISOString();
    await this.parts.database.write(scope, async (work) => {
      work.events.publish(
        kind === 'motion' ? cameraMotion : cameraPerson,
        { camera_id: id, device_id: id, name, site_id, detected_at, ...(artifact ? { artifact } : {}) },
        { site_id },
      );
    });
  }

  /** An event without a picture is worth more than none. */
  async #picture(
    organization_id: string,
    external_id: string,
    session: Pick<VendorSession, 'picture'>,
  ): Promise<ArtifactReference | null> {
    try {
      const taken = session.picture?.(external_id);
      if (taken === undefined) return null;
      const picture = await inTime(taken, PICTURE_MS);
      return await this.parts.artifacts.keep(organization_id, picture, randomUUID(), { spare: true });
    } catch (error) {
      this.parts.logger.info('there is no picture of what a camera saw', { error });
      return null;
    }
  }
}

const cameraOf = (
  { sql: db }: Pick<UnitOfWork, 'sql'>,
  controller_id: string,
  external_id: string,
): Promise<Camera | undefined> =>
  db
    .selectFrom('devices')
    .select(['id', 'name', 'site_id', 'external_id'])
    .where('controller_id', '=', controller_id)
    .where('external_id', '=', external_id)
    .where('kind', '=', 'camera')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** False while the camera rests from that kind; else its rest begins. */
async function isTurnOf(
  { sql: db, organization_id }: UnitOfWork,
  { id }: Camera,
  kind: Sighting['kind'],
): Promise<boolean> {
  const told = sql.ref(`${kind}_told_at`);
  const { rows } = await sql`
    insert into camera_sightings as s (id, organization_id, ${told})
    values (${id}::uuid, ${organization_id}::uuid, clock_timestamp())
    on conflict (id) do update set ${told} = clock_timestamp(), updated_at = now()
      where s.${told} is null or s.${told} <= clock_timestamp() - make_interval(secs => ${REST_SECONDS}::integer)
    returning id`.execute(db);
  return rows.length === 1;
}
