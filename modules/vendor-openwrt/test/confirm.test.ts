import t from 'tap';
import { featureOf, labDevice, push } from './lab-device.ts';

const settings = featureOf('system.settings');
const rename = push('update', { hostname: 'renamed' });
const hostname = (sections: readonly { readonly type: string; readonly options: object }[]) =>
  sections.find(({ type }) => type === 'system')?.options;

t.test('an armed write stands and waits; kept by another process, it stays', async (t) => {
  const { device, session, another } = await labDevice(t);
  const token = await session.confirm.arm('patchbay-1', 120);
  const applied = await settings.apply(session, rename);
  t.equal((await settings.verify?.(session, rename, applied))?.holds, true);
  t.equal(await another().confirm.isArmed(token), true);
  await another().confirm.keep(token);
  t.equal(await another().confirm.isArmed(token), false);
  device.clock.advance(600_000);
  t.match(hostname(device.running('system')), { hostname: 'renamed' });
});

t.test('not kept, it goes back by itself, and what was armed is cleared without an error', async (t) => {
  const { device, session, another } = await labDevice(t);
  const token = await session.confirm.arm('patchbay-2', 60);
  await settings.apply(session, rename);
  t.match(hostname(device.running('system')), { hostname: 'renamed' });
  device.clock.advance(61_000);
  t.match(hostname(device.running('system')), { hostname: 'lab-ap' });
  t.match(hostname(device.saved('system')), { hostname: 'lab-ap' });
  t.equal(await another().confirm.isArmed(token), false);
  await another().confirm.keep(token);
  t.match(hostname(device.running('system')), { hostname: 'lab-ap' }, 'keeping late applies nothing');
  t.equal((await settings.verify?.(session, rename, await settings.apply(session, rename)))?.holds, true);
});

t.test('what was armed and never written, or by a name only, is kept without an error', async (t) => {
  const { session, another, device } = await labDevice(t);
  const token = await session.confirm.arm('patchbay-3', 60);
  await another().confirm.keep(token);
  await another().confirm.keep('patchbay-3');
  t.equal(await another().confirm.isArmed('patchbay-3'), false);
  device.endSessions();
  await another().confirm.keep(token);
});

t.test('the next write of the same conversation is confirmed as ever', async (t) => {
  const { device, session } = await labDevice(t);
  const token = await session.confirm.arm('patchbay-4', 60);
  await settings.apply(session, rename);
  await session.confirm.keep(token);
  await settings.apply(session, push('update', { hostname: 'again' }));
  device.clock.advance(600_000);
  t.match(hostname(device.running('system')), { hostname: 'again' });
});
