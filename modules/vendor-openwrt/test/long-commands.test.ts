import type { OpenWrtController } from '@patchbay/lab';
import t, { type Test } from 'tap';
import { examples } from './feature-examples.ts';
import { failureOf, featureOf, labDevice, push } from './lab-device.ts';

t.test('what a diagnosis found is kept for whoever reads the attempt', async (t) => {
  const { session } = await labDevice(t);
  const feature = featureOf('diagnostics.exec');
  const ping = push('create', { command: '/bin/ping', params: ['-c', '3', '192.0.2.7'] });
  const seen = await feature.verify?.(session, ping, await feature.apply(session, ping));
  t.match(seen, { holds: true, value: { code: 1, stdout: /0 packets received/ } });
  const scan = push('create', { device: 'phy0-ap0' });
  const found = await featureOf('diagnostics.scan').verify?.(
    session,
    scan,
    await featureOf('diagnostics.scan').apply(session, scan),
  );
  t.match(found?.value, { results: [{ ssid: 'neighbour' }] });
});

t.test('an image is uploaded whole, judged and started; the device comes back with it', async (t) => {
  const { device, session, calls } = await labDevice(t);
  await featureOf('system.firmware_flash').apply(
    session,
    push('update', { ...examples['system.firmware_flash'] }),
  );
  t.same(calls.slice(-4), [
    'upload',
    'system.validate_firmware_image',
    'rpc-sys.upgrade_test',
    'rpc-sys.upgrade_start',
  ]);
  await back(t, device);
  t.match(await session.probe(), { version: '24.10.3' });
  const wrong = push('update', { keep: true, image: Buffer.from('no image at all').toString('base64') });
  t.match(await failureOf(featureOf('system.firmware_flash').apply(session, wrong)), {
    type: 'adapter_error',
    outcome: 'refused',
  });
  t.match(await session.probe(), { version: '24.10.3' });
});

t.test('an archive arrives byte for byte, is restored, and the device restarts', async (t) => {
  const { device, session, calls } = await labDevice(t);
  const archive = Buffer.from([0x1f, 0x8b, 0x0d, 0x0a, 0x00, 0xff, 0x80, 0x2d, 0x2d]);
  await featureOf('system.config_restore').apply(
    session,
    push('update', { archive: archive.toString('base64') }),
  );
  t.same(calls.slice(-3), ['upload', 'file.exec', 'system.reboot']);
  t.same(device.file('/etc/restored'), archive);
  await back(t, device);
  const bad = push('update', { archive: Buffer.from('neither').toString('base64') });
  t.match(await failureOf(featureOf('system.config_restore').apply(session, bad)), { outcome: 'unknown' });
});

t.test('a restart and a reset are taken, and sign-ins begin anew afterwards', async (t) => {
  const { device, session } = await labDevice(t);
  await featureOf('system.settings').apply(session, push('update', { hostname: 'changed' }));
  await featureOf('system.reboot').apply(session, push('update'));
  await back(t, device);
  t.match(await session.probe(), { name: 'changed' }, 'a restart forgets nothing');
  await featureOf('system.factory_reset').apply(session, push('update'));
  await back(t, device);
  t.match(await session.probe(), { name: 'OpenWrt' });
});

/** Waits until the device has gone, then moves its clock past the time it is away. */
async function back(t: Test, device: OpenWrtController): Promise<void> {
  const url = String(device.summary()['url']);
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (await answers());
  device.clock.advance(60_000);
  while (!(await answers()));
  t.pass('it is back');
}
