import type { EventDeclaration, LoggedEvent } from '@patchbay/kernel/events';
import { type Access, PermissionMap } from '@patchbay/kernel/permissions';
import t from 'tap';
import type { Delivery } from '../services/delivery/deliveries.ts';
import { EventIntake } from '../services/delivery/event-intake.ts';
import type { InstalledPlugin } from '../services/packages/installed-plugins.ts';

const plugin = (id: string, events: readonly string[], status: 'installed' | 'quarantined' = 'installed') =>
  ({ id, status, manifest: { permissions: { events } } }) as InstalledPlugin;

function openIntake(plugins: readonly InstalledPlugin[]) {
  const added: Delivery[] = [];
  let wakes = 0;
  const access: Readonly<Record<string, Access>> = {
    'device.seen': { permission: 'device:read' },
    'system.started': { role: 'super_admin' },
    'plugin.one.said': { role: 'org_admin' },
  };
  const find = (type: string) =>
    access[type] ? ({ type, access: access[type] } as EventDeclaration) : undefined;
  const intake = new EventIntake({
    installed: { enabledIn: (organization_id) => (organization_id === 'mine' ? plugins : []) },
    deliveries: { add: async (deliveries) => void added.push(...deliveries) },
    registry: { find },
    permissions: new PermissionMap([{ id: 'device:read', title: 'Read devices', lowest: 'viewer' }]),
    onAdded: () => {
      wakes += 1;
    },
  });
  const take = (...types: readonly string[]) =>
    intake.take(
      types.map((event_type) => ({ id: event_type, event_type, organization_id: 'mine' }) as LoggedEvent),
    );
  const given = () => added.map(({ plugin_id, event }) => `${plugin_id} ${event.id}`);
  return { intake, take, given, wakes: () => wakes };
}

t.test('a plugin gets what its manifest asks for and an administrator may see', async (t) => {
  const { take, given, wakes } = openIntake([
    plugin('one', ['*']),
    plugin('two', ['device.*', 'plugin.one.said']),
  ]);
  await take('device.seen', 'system.started', 'nobody.declares', 'plugin.one.said');
  t.strictSame(given(), ['one device.seen', 'two device.seen', 'two plugin.one.said']);
  t.equal(wakes(), 1);
});

t.test('a quarantined plugin and other organizations get nothing, and nothing is woken', async (t) => {
  const { intake, take, given, wakes } = openIntake([plugin('one', ['*'], 'quarantined')]);
  await take('device.seen');
  await intake.take([{ id: 'x', event_type: 'device.seen', organization_id: 'other' } as LoggedEvent]);
  t.strictSame([given(), wakes()], [[], 0]);
});
