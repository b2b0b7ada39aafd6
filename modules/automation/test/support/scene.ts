import { bootPlatform } from '@patchbay/test/harness';
import type { Test } from 'tap';
import { pretendedModule } from './actions.ts';
import { Receiver } from './receiver.ts';

/** A platform with made-up actions whose webhooks may come to a receiver of the test. */
export async function automationScene(t: Pick<Test, 'teardown'>) {
  const receiver = await Receiver.start(t);
  const harness = await bootPlatform(t, {
    modules: [pretendedModule],
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const owner = await harness.owner();
  return { harness, owner, organization_id: owner.organization_id, receiver };
}
