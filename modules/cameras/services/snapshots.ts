import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Artifact, ArtifactReference, Artifacts } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { AdapterError, adapterFailure, inTime } from '@patchbay/vendor-kit';
import { snapshotCaptured } from '../events.ts';

export interface SnapshotDeps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly controllers: Pick<Controllers, 'open'>;
  readonly artifacts: Pick<Artifacts, 'keep'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Snapshot {
  readonly output: {
    readonly camera_id: string;
    readonly name: string;
    readonly site_id: string;
    readonly taken_at: string;
  };
  readonly artifact: Artifact;
}

interface Camera {
  readonly id: string;
  readonly name: string;
  readonly site_id: string;
  readonly controller_id: string;
  readonly external_id: string;
}

/** Some exchanges with the camera; a step has half a minute. */
const PICTURE_MS = 20_000;

/** Takes pictures on request; each is published as an event that carries it. */
export class Snapshots extends Service<SnapshotDeps> {
  /** Throws `kernel.not_found` and the adapter errors of SPEC 7. `effect_id` is the same for a step's repetitions. */
  async take(
    principal: Principal,
    camera_id: string,
    { effect_id, causation }: { readonly effect_id: string; readonly causation: readonly string[] },
  ): Promise<Snapshot> {
    const camera = await this.#camera(principal, camera_id);
    const artifact = await this.#picture(principal, camera).catch((error: unknown) => {
      throw adapterFailure(error);
    });
    const { id, name, site_id } = camera;
    const taken_at = this.parts.clock.now().toISOString();
    const output = { camera_id: id, name, site_id, taken_at };
    const kept = await this.#keep(principal, artifact, effect_id);
    const payload = { ...output, device_id: id, snapshot_id: effect_id, ...(kept ? { artifact: kept } : {}) };
    await this.parts.database.write(principal, async (work) =>
      work.events.publish(snapshotCaptured, payload, { site_id, causation }),
    );
    return { output, artifact };
  }

  async #camera(principal: Principal, camera_id: string): Promise<Camera> {
    const camera = await this.parts.database.read(principal, ({ sql: db }) =>
      db
        .selectFrom('devices')
        .select(['id', 'name', 'site_id', 'controller_id', 'external_id'])
        .where('id', '=', camera_id)
        .where('kind', '=', 'camera')
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
    const controller_id = camera?.controller_id ?? null;
    if (camera === undefined || controller_id === null) throw notFound();
    return { ...camera, controller_id };
  }

  async #picture(principal: Principal, { controller_id, external_id }: Camera): Promise<Artifact> {
    const { session } = await this.parts.controllers.open(principal, controller_id);
    const picture = session.picture?.(external_id);
    if (picture === undefined)
      throw new AdapterError('adapter_not_found', 'not_sent', 'This controller hands out no pictures.');
    return inTime(picture, PICTURE_MS);
  }

  /** A store that fails does not keep callers from the picture. */
  async #keep(
    { organization_id }: Principal,
    artifact: Artifact,
    effect_id: string,
  ): Promise<ArtifactReference | null> {
    try {
      return await this.parts.artifacts.keep(organization_id, artifact, effect_id, { spare: true });
    } catch (error) {
      this.parts.logger.warn('a picture could not be kept for its event', { error });
      return null;
    }
  }
}
