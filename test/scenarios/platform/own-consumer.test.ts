import { DATABASE } from '@patchbay/kernel/database';
import { durableListener, type LoggedEvent } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { silentLogger } from '@patchbay/kernel/telemetry';
import { deviceStatusChanged } from '@patchbay/module-inventory/contract';
import t from 'tap';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';

const heard: LoggedEvent[] = [];
let refusals = 2;

/** A module of others: its kind of consumer is known to no package of this repository. */
const tickets = moduleOf(import.meta.filename, {
  id: 'tickets',
  title: 'Tickets',
  listeners: [
    durableListener({
      id: 'tickets.open',
      kind: 'tickets',
      handle: async (events) => {
        refusals -= 1;
        if (refusals >= 0) throw new Error('the ticket system is away');
        heard.push(...events);
      },
    }),
  ],
});

t.test("another's module consumes the log durably without a change of the kernel", async (t) => {
  const harness = await bootPlatform(t, { modules: [tickets], logger: silentLogger });
  const { organization_id } = await harness.owner();
  const device_ids = Array.from({ length: 5 }, () => crypto.randomUUID());
  for (const device_id of device_ids)
    await harness.get(DATABASE).write(systemPrincipal(organization_id), async (work) =>
      work.events.publish(deviceStatusChanged, {
        device_id,
        site_id: crypto.randomUUID(),
        data: { name: 'core', old_status: 'online', new_status: 'offline', reason: null },
      }),
    );
  const told = () =>
    heard
      .filter(({ event_type }) => event_type === 'device.status.changed')
      .map(({ payload }) => (payload as { device_id: string }).device_id);
  await waitFor('every event, after the refused tries', () => told().length >= device_ids.length, {
    timeoutMs: 60_000,
  });
  t.same(told().sort(), device_ids.sort(), 'each once');
});
