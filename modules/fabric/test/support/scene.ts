import { bootPlatform } from '@patchbay/test/harness';
import type { Test } from 'tap';
import { pretendedModule } from './pretended.ts';
import { receiver } from './receiver.ts';

/** A platform with made-up operations whose webhooks may come to a receiver of the test. */
export async function fabricScene(t: Pick<Test, 'teardown'>) {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, {
    modules: [pretendedModule],
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const owner = await harness.owner();
  return { harness, owner, organization_id: owner.organization_id, sink };
}
