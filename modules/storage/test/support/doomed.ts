import { randomUUID } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { Harness, TEST_SECRET_KEY } from '@patchbay/test/harness';
import { pretendedModule } from './pretended.ts';
import { connected, settle, snapshot, storing } from './scene.ts';

/** A platform whose chains take and stage pictures until it is killed; tells its parent what was committed. */
const [DATABASE_URL = '', DATA_DIR = '', known = ''] = process.argv.slice(2);
const platform = await createPlatform({
  environment: {
    ...process.env,
    DATABASE_URL,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR,
    PORT: '0',
    LOG_LEVEL: 'error',
    FABRIC_RUN_LEASE_SECONDS: '3',
  },
  modules: [pretendedModule],
});

/** The first of them sets everything up for those who come after. */
async function organizationOf(): Promise<string> {
  if (known !== '') return known;
  const scene = await settle(new Harness(platform, DATABASE_URL));
  await connected(scene, [snapshot, storing(scene, '{{trigger.payload.key}}')]);
  return scene.organization_id;
}

const organization_id = await organizationOf();
const BATCH = 5;
/** So that on a slow machine the ones who come after have no more to do than on a fast one. */
const MOST = 100;
const deadlineMs = performance.now() + 60_000;
for (let published = 0; performance.now() < deadlineMs; ) {
  if (published < MOST) {
    const committed = await platform
      .get(DATABASE)
      .write(systemPrincipal(organization_id), async (work) =>
        Array.from({ length: BATCH }, () =>
          work.events.publish(ingestExternal, { name: null, payload: { key: randomUUID() } }),
        ),
      );
    published += committed.length;
    process.send?.({ organization_id, committed });
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
