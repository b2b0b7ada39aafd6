import { randomUUID } from 'node:crypto';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { Harness, TEST_SECRET_KEY } from '@patchbay/test/harness';
import { NOTIFICATIONS } from '../../contract.ts';

/** A platform that notifies until it is killed; tells its parent which notices were accepted. */
const [databaseUrl = '', sink = '', DATA_DIR = ''] = process.argv.slice(2);
const platform = await createPlatform({
  environment: {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    DATA_DIR,
    PORT: '0',
    LOG_LEVEL: 'error',
  },
  work: false,
});
const harness = new Harness(platform, databaseUrl);
const system = systemPrincipal((await harness.owner()).organization_id);

async function notify(place: number): Promise<void> {
  const key = randomUUID();
  const url = `${sink}/doomed/${place}`;
  const told = await harness
    .get(NOTIFICATIONS)
    .send(system, { effect_id: key, title: key, body: '', channels: { webhook: { url } } });
  process.send?.({ key, delivered: told.delivered.length === 1 });
}

const deadlineMs = performance.now() + 60_000;
async function keepNotifying(place: number): Promise<void> {
  while (performance.now() < deadlineMs) await notify(place);
}
await Promise.all([0, 1, 2, 3].map(keepNotifying));
