import { bootDoomed } from '@patchbay/test/kit';
import { pretendedModule } from './actions.ts';
import { publish } from './platform.ts';

/** A second platform on the database of a first, which publishes and carries out until it is killed. */
const [databaseUrl = '', organization_id = '', dataDir = ''] = process.argv.slice(2);
const harness = await bootDoomed(databaseUrl, dataDir, { modules: [pretendedModule] });

const MAX_EVENTS = 40;
const AT_ONCE = 4;
for (let published = 0; published < MAX_EVENTS; published += AT_ONCE) {
  const keys = Array.from({ length: AT_ONCE }, () => crypto.randomUUID());
  await publish(
    harness,
    organization_id,
    keys.map((key) => ({ key })),
  );
  process.send?.(keys);
  await new Promise((resolve) => setImmediate(resolve));
}
// Its parent kills it; a lost child ends by itself.
setTimeout(() => process.exit(1), 60_000);
