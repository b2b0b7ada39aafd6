import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { ARTIFACTS } from '@patchbay/kernel/fabric';
import { JOBS } from '@patchbay/kernel/jobs';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { askCameras } from './jobs.ts';
import { CameraWatch } from './services/camera-watch.ts';
import { SightingPublisher } from './services/sighting-publisher.ts';
import { SightingWatch } from './services/sighting-watch.ts';
import { Snapshots } from './services/snapshots.ts';

export const cameraProviders = [
  provide(Snapshots, {
    database: DATABASE,
    controllers: CONTROLLERS,
    artifacts: ARTIFACTS,
    clock: CLOCK,
    logger: LOGGER,
  }),
  provide(CameraWatch, { database: DATABASE, logger: LOGGER }),
  provide(
    SightingWatch,
    [DATABASE, CONTROLLERS, ARTIFACTS, CLOCK, LOGGER, JOBS],
    (database, controllers, artifacts, clock, logger, jobs) =>
      new SightingWatch({
        database,
        controllers,
        telling: new SightingPublisher({ database, artifacts, clock, logger }),
        clock,
        logger,
        enqueue: (unit, options) => jobs.enqueue(unit, askCameras, {}, options),
      }),
  ),
];
