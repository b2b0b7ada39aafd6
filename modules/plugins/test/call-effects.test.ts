import type { UnitOfWork } from '@patchbay/kernel/database';
import type { PluginManifest } from '@patchbay/plugins-sdk/package';
import type { Data } from '@patchbay/sandbox';
import t from 'tap';
import { CallEffects } from '../services/delivery/call-effects.ts';

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

const nothing = { cause: { events: 0, bytes: 0 }, minute: { events: 0, bytes: 0 } };

function openEffects(
  stored: Readonly<Record<string, Data>> = {},
  causation: readonly string[] = [],
  state = true,
  spent = nothing,
) {
  const asks = { ...manifest, permissions: { ...manifest.permissions, state } };
  const reader = { get: async (key: string) => stored[key] ?? null, keys: async () => Object.keys(stored) };
  const cause = { id: 'cause', site_id: 'site', causation };
  const ledger = { spent: async () => spent, record: async () => {} };
  const effects = new CallEffects(asks, 'mine', cause, reader, ledger);
  const serve = (name: string, args: readonly Data[], bytes = 100) => effects.serve(name, args, bytes);
  return { effects, serve };
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
  const { serve } = openEffects({ old: 1, 'list:a': true });
  t.equal(await serve('state.get', ['old']), 1);
  await serve('state.set', ['list:b', { deep: [1] }]);
  await serve('state.delete', ['old']);
  t.equal(await serve('state.get', ['old']), null);
  t.strictSame(await serve('state.get', ['list:b']), { deep: [1] });
  t.strictSame(await serve('state.list', ['list:']), ['list:a', 'list:b']);
});

t.test('state needs to be asked for in the manifest', async (t) => {
  await t.rejects(openEffects({}, [], false).serve('state.get', ['a']), { code: 'not_permitted' });
});

t.test('events are published with what led to them, and only if they fit', async (t) => {
  const { effects, serve } = openEffects({}, ['earlier']);
  await serve('events.emit', ['said', { word: 'yes' }]);
  await t.rejects(serve('events.emit', ['said', {}]), { code: 'payload_invalid' });
  await t.rejects(serve('events.emit', ['unsaid', {}]), { code: 'event_not_declared' });
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
  const { effects, serve } = openEffects();
  await serve('log.warn', [`a\0b${'x'.repeat(2_000)}`, { text: '\ud800' }]);
  for (let count = 0; count < 200; count += 1) await serve('log.info', ['more']);
  const [line] = effects.lines;
  t.equal(effects.lines.length, 100);
  t.strictSame(
    [line?.level, line?.message.slice(0, 3), line?.message.length, line?.fields],
    ['warn', 'abx', 1_000, null],
  );
});

t.test('emits that come together are counted together, and what is over a budget is refused', async (t) => {
  const said = (effects: ReturnType<typeof openEffects>, count: number, bytes?: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        effects.serve('events.emit', ['said', { word: '' }], bytes).then(
          () => 'done',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
  const times = (word: string, count: number): string[] => new Array(count).fill(word);
  const many = openEffects();
  t.strictSame(await said(many, 130), [...times('done', 100), ...times('emit_budget_spent', 30)]);
  t.equal(many.effects.overdrawn, 'cause');
  const { work, published } = keepingUnit();
  await many.effects.commit(work);
  t.equal(published.length, 100);
  t.strictSame(await said(openEffects(), 3, 400_000), ['done', 'done', 'emit_budget_spent']);
  const late = openEffects({}, [], true, { ...nothing, minute: { events: 999, bytes: 0 } });
  t.strictSame(await said(late, 2), ['done', 'emit_budget_spent']);
  t.equal(late.effects.overdrawn, 'minute');
  t.equal(openEffects().effects.overdrawn, null);
});
