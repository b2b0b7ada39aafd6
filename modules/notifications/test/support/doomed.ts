import { randomUUID } from 'node:crypto';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { bootDoomed } from '@patchbay/test/kit';
import { NOTIFICATIONS } from '../../contract.ts';

/** A platform that notifies until it is killed; sends its parent the accepted notices. */
const [databaseUrl = '', sink = '', dataDir = ''] = process.argv.slice(2);
const harness = await bootDoomed(databaseUrl, dataDir, {
  environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  work: false,
});
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
