import { randomUUID } from 'node:crypto';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootDoomed, publishUntilKilled } from '@patchbay/test/kit';
import { pretendedModule } from './pretended.ts';
import { connected, settle, snapshot, storing } from './scene.ts';

/** A platform whose chains take and stage pictures until it is killed; sends its parent the committed ones. */
const [databaseUrl = '', dataDir = '', known = ''] = process.argv.slice(2);
const harness = await bootDoomed(databaseUrl, dataDir, {
  environment: { FABRIC_RUN_LEASE_SECONDS: '3' },
  modules: [pretendedModule],
});

/** The first of them sets everything up for those who come after. */
async function organizationOf(): Promise<string> {
  if (known !== '') return known;
  const scene = await settle(harness);
  await connected(scene, [snapshot, storing(scene, '{{trigger.payload.key}}')]);
  return scene.organization_id;
}

const organization_id = await organizationOf();
await publishUntilKilled(
  harness,
  organization_id,
  100,
  (work) =>
    Array.from({ length: 5 }, () =>
      work.events.publish(ingestExternal, { name: null, payload: { key: randomUUID() } }),
    ),
  (committed) => process.send?.({ organization_id, committed }),
);
