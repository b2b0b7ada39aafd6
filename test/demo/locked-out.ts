import { setTimeout as delay } from 'node:timers/promises';
import type { LabEndpoint } from '@patchbay/lab';
import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { must } from './narrator.ts';
import type { DemoScene } from './scene.ts';

const CONFIRM_WITHIN_SECONDS = 10;
/** The router waits longer than the platform; its own clock is put forward by this much. */
const ROUTER_WAITS_SECONDS = 45;

/** Beside the other steps: it takes its seconds. */
export async function cutOff(scene: DemoScene): Promise<void> {
  const token = scene.engineer;
  const bridges = await scene.api.call(
    'GET',
    `/gateway-mikrotik-interfaces/${scene.router_id}/interfaces.bridge`,
    200,
    { token },
  );
  const staged = await scene.api.call(
    'POST',
    `/gateway-mikrotik-interfaces/${scene.router_id}/changes/routeros.interfaces.bridge?operation=update`,
    201,
    { token, body: { target_id: bridges.body.items[0]['.id'], payload: { disabled: 'yes' } } },
  );
  scene.cutting_id = staged.body.id;
  must(staged.body.confirm === 'device', 'the router to be able to take it back by itself');
  scene.narrator.says(`warned at once: ${staged.body.warnings.join(' ')}`);
  const applied = await scene.api.call('POST', `/gateway-vpn/changes/${scene.cutting_id}/apply`, 200, {
    token,
    body: { force: true, confirm_within_seconds: CONFIRM_WITHIN_SECONDS },
  });
  must(applied.body.attempt.outcome === 'awaiting_confirmation', 'the attempt to wait for its confirmation');
  scene.confirm_until = applied.body.attempt.confirm_until;
  await scene.api.call('POST', `/changes/${scene.cutting_id}/confirm`, 502, { token });
  scene.narrator.says('The router cannot be reached any more, so nobody can confirm. We leave it at that.');
}

export async function comesBack(scene: DemoScene): Promise<void> {
  const token = scene.engineer;
  await scene.narrator.waiting(
    'waiting for the time to confirm to pass',
    delay(Math.max(0, Date.parse(scene.confirm_until) - Date.now())),
  );
  await putForward(scene.router, ROUTER_WAITS_SECONDS);
  const back = await scene.narrator.waiting(
    'waiting for the platform to find the router as it was',
    waitFor(
      'the change to be taken back',
      async () => {
        const { body } = await call(scene.url, 'GET', `/api/v1/changes/${scene.cutting_id}`, { token });
        return body.last_outcome === 'reverted' ? body : null;
      },
      { timeoutMs: 90_000, everyMs: 200 },
    ),
  );
  must(back.status === 'pending', 'the change to be pending again');
  scene.narrator.got(`${back.last_outcome}: ${back.last_error}`);
  const { body } = await scene.api.call(
    'GET',
    `/gateway-mikrotik-interfaces/${scene.router_id}/interfaces.bridge`,
    200,
    { token },
  );
  must(body.items[0].disabled !== 'true', 'the bridge to be up again');
  scene.narrator.says('The router restored itself from the backup it was told to take before the change.');
}

/** Through the switches of the simulation; a real router takes its time. */
async function putForward({ control_url }: LabEndpoint, seconds: number): Promise<void> {
  const { status } = await call(control_url, 'POST', '/clock', { body: { advance_ms: seconds * 1_000 } });
  must(status === 200, 'the clock of the simulated router to move');
}
