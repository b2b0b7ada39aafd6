import { defineEvent } from '@patchbay/kernel/events';
import { bootPlatform } from '@patchbay/test/harness';
import { moduleOf } from '@patchbay/test/kit';
import t from 'tap';
import Type from 'typebox';
import { connect } from './support/platform.ts';

/** Every event type of SPEC 6.1. */
const TYPES = [
  ...['staged', 'applied', 'failed'].map((verb) => `controller.change.${verb}`),
  'device.status.changed',
  'device.discovered',
  'device.updated',
  'ingest.external',
  'cameras.event.motion',
  'cameras.event.person',
  'camera.snapshot.captured',
  'camera.status.online',
  'camera.status.offline',
  ...['vlan', 'wifi'].flatMap((noun) =>
    ['created', 'updated', 'deleted'].map((verb) => `network.${noun}.${verb}`),
  ),
  'gateway.sync.completed',
  'gateway.brain.offline',
  'storage.pool.degraded',
  'storage.capacity.warning',
  'backup.validation.failed',
  'ai.budget.warning',
];

const invalid = defineEvent({
  type: 'backup.validation.failed',
  title: 'Real failure',
  description: 'Declared by its module.',
  category: 'backup',
  access: { permission: 'device:read' },
  payload: Type.Object({ backup_id: Type.String() }),
});

const backups = moduleOf(import.meta.filename, {
  id: 'pretended-backups',
  title: 'Pretended backups',
  events: [invalid],
});

t.test('the catalog', async (t) => {
  const harness = await bootPlatform(t, { modules: [backups], work: false });
  const owner = await harness.owner();
  const { body } = await harness.call('GET', '/fabric/catalog', { as: owner });
  const entries = new Map<string, { title: string; provider_id: string; produces: string[]; tier: string }>(
    body.events.map((event: { event_type: string }) => [event.event_type, event]),
  );

  t.test('holds every event type of the specification, though its module is thin or not there', async (t) => {
    t.same(
      TYPES.filter((type) => !entries.has(type)),
      [],
    );
    for (const type of ['cameras.event.motion', 'cameras.event.person', 'camera.snapshot.captured'])
      t.same(entries.get(type)?.produces, ['image/jpeg']);
    t.match(entries.get('ai.budget.warning'), { provider_id: 'ai', tier: 'native' });
  });

  t.test('counts what it lists, AI tools included', async (t) => {
    t.same(body.counts, {
      operations: body.operations.length,
      events: body.events.length,
      native_operations: body.operations.filter(({ tier }: { tier: string }) => tier === 'native').length,
      plugin_operations: 0,
      ai_tools: body.ai_tools.length,
    });
    t.ok(Array.isArray(body.ai_tools));
  });

  t.test('names a type once: the module that declares it takes its place over', async (t) => {
    const { events } = body;
    t.equal(new Set(events.map(({ event_type }: { event_type: string }) => event_type)).size, events.length);
    t.match(entries.get('backup.validation.failed'), {
      title: 'Real failure',
      provider_id: 'pretended-backups',
    });
  });

  t.test(
    'a Connection can wait for what nobody publishes yet, and is suggested what takes its picture',
    async (t) => {
      const id = await connect(harness, owner, {
        source_event: 'camera.snapshot.captured',
        steps: [
          { operation_id: 'fabric.log', params: { message: '{{trigger.camera_id}} {{trigger.other}}' } },
        ],
      });
      t.type(id, 'string');
      const suggested = await harness.call(
        'GET',
        '/fabric/connections/suggest?source_event=cameras.event.person',
        { as: owner },
      );
      t.ok(suggested.body.targets.length > 0);
    },
  );
});
