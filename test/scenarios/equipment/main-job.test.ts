import { OpnsenseController, RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { showMainJob } from '../../demo/main-job.ts';
import { Narrator } from '../../demo/narrator.ts';
import { bootPlatform } from '../../harness/index.ts';

t.test('the main job shows at every step what it must', async (t) => {
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const router = new RouterOsController({ devices: 24, reached_by: 'bridge', reboot_ms: 100 });
  const firewall = new OpnsenseController({ devices: 8 });
  t.teardown(() => Promise.all([router.stop(), firewall.stop()]));
  const gear = { router: await router.start(), firewall: await firewall.start() };
  const lines: string[] = [];
  const narrator = new Narrator((line) => lines.push(line));
  const shown = showMainJob(narrator, harness.url, gear, t.testdir());
  await shown.catch((error: unknown) => t.comment(lines.slice(-20).join('\n'), error));
  t.same(narrator.failures, []);
  const told = lines.join('\n');
  t.notMatch(told, /Harbour-Lights|Patch-Panel|Second-Person/, 'and tells no password');
});
