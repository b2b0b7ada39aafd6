import type { UnitOfWork } from '@patchbay/kernel/database';
import type { PluginManifest } from '@patchbay/plugins-sdk/package';
import type { Data } from '@patchbay/sandbox';
import t from 'tap';
import { CallEffects } from '../services/call-effects.ts';

const manifest: PluginManifest = {
  manifest_version: 1,
  id: 'small',
  name: 'Small',
  version: '1.0.0',
  description: '',
  sdk: 1,
  permissions: { events: [], state: true, emit: ['said'], http: [] },
  events: [
    { type: 'said', title: 'Said', description: '', payload_schema: { type: 'object', required: ['word'] } },
  ],
  operations: [],
  tools: [],
  entry: 'plugin.js',
};

function openEffects(
  stored: Readonly<Record<string, Data>> = {},
  causation: readonly string[] = [],
  state = true,
) {
  const asks = { ...manifest, permissions: { ...manifest.permissions, state } };
  const reader = { get: async (key: string) => stored[key] ?? null, keys: async () => Object.keys(stored) };
  return new CallEffects(asks, 'mine', { id: 'cause', site_id: 'site', causation }, reader);
}

/** A unit that keeps what is published. */
function keepingUnit() {
  const published: unknown[] = [];
  const events: UnitOfWork['events'] = {
    publish: () => '',
    publishNamed: (...event) => {
      published.push(event);
      return '';
    },
  };
  return { work: { events } as Partial<UnitOfWork> as UnitOfWork, published };
}

t.test('a call sees its own changes of state before anybody else does', async (t) => {
  const effects = openEffects({ old: 1, 'list:a': true });
  t.equal(await effects.serve('state.get', ['old']), 1);
  await effects.serve('state.set', ['list:b', { deep: [1] }]);
  await effects.serve('state.delete', ['old']);
  t.equal(await effects.serve('state.get', ['old']), null);
  t.strictSame(await effects.serve('state.get', ['list:b']), { deep: [1] });
  t.strictSame(await effects.serve('state.list', ['list:']), ['list:a', 'list:b']);
});

t.test('state needs to be asked for in the manifest', async (t) => {
  await t.rejects(openEffects({}, [], false).serve('state.get', ['a']), { code: 'not_permitted' });
});

t.test('events are published with what led to them, and only if they fit', async (t) => {
  const effects = openEffects({}, ['earlier']);
  await effects.serve('events.emit', ['said', { word: 'yes' }]);
  await t.rejects(effects.serve('events.emit', ['said', {}]), { code: 'payload_invalid' });
  await t.rejects(effects.serve('events.emit', ['unsaid', {}]), { code: 'event_not_declared' });
  const { work, published } = keepingUnit();
  await effects.commit(work);
  t.strictSame(published, [
    ['plugin.small.said', { word: 'yes' }, { site_id: 'site', causation: ['earlier', 'cause'] }],
  ]);
});

t.test('a chain of causes ends at eight', async (t) => {
  const causes = (count: number) => Array.from({ length: count }, (_, at) => `cause-${at}`);
  await openEffects({}, causes(7)).serve('events.emit', ['said', { word: '' }]);
  await t.rejects(openEffects({}, causes(8)).serve('events.emit', ['said', { word: '' }]), {
    code: 'chain_too_deep',
  });
});

t.test('log lines are cut to what can be kept', async (t) => {
  const effects = openEffects();
  await effects.serve('log.warn', [`a\0b${'x'.repeat(2_000)}`, { text: '\ud800' }]);
  for (let count = 0; count < 200; count += 1) await effects.serve('log.info', ['more']);
  const [line] = effects.lines;
  t.equal(effects.lines.length, 100);
  t.strictSame(
    [line?.level, line?.message.slice(0, 3), line?.message.length, line?.fields],
    ['warn', 'abx', 1_000, null],
  );
});
