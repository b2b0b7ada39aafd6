import { OnvifController } from '@patchbay/lab';
import { type Harness, loginOf, registered, started, synced } from '@patchbay/test/harness';
import type { Test } from 'tap';

/** A simulated camera at a gate, registered at a site of its own. */
export async function cameraAtGate(t: Pick<Test, 'teardown'>, platform: Harness) {
  const owner = await platform.owner();
  const site_id = await platform.site(owner, 'Harbour');
  const lab = new OnvifController({ name: 'gate' });
  const endpoint = await started(t, lab);
  const gate = { name: 'gate', site_id, vendor: 'onvif', endpoint, login: loginOf(endpoint) };
  const controller_id = await registered(platform, owner, gate);
  return { lab, site_id, controller_id, sync: () => synced(platform, owner, controller_id) };
}
