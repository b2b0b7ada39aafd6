import t from 'tap';
import {
  matchesEventPattern,
  readManifest,
  registrationProblems,
  registrationsOf,
} from '../package/index.ts';

const least = { manifest_version: 1, id: 'demo', name: 'Demo', version: '1.0.0', sdk: 1, entry: 'plugin.js' };
const full = {
  ...least,
  permissions: { events: ['device.*'], emit: ['seen'] },
  events: [{ type: 'seen', payload_schema: { type: 'object' } }],
  operations: [{ id: 'read', title: 'Read' }],
  tools: [{ name: 'ask', description: 'Ask' }],
};

t.test('what a manifest leaves out is filled', async (t) => {
  t.strictSame(readManifest(full), {
    ...least,
    description: '',
    permissions: { events: ['device.*'], state: false, emit: ['seen'], http: [] },
    events: [{ type: 'seen', title: 'seen', description: '', payload_schema: { type: 'object' } }],
    operations: [
      {
        id: 'read',
        title: 'Read',
        description: '',
        input_schema: { type: 'object' },
        output_schema: null,
        produces: ['application/json'],
        accepts: [],
        permission: null,
      },
    ],
    tools: [{ name: 'ask', description: 'Ask', input_schema: { type: 'object' } }],
  });
});

t.test('each thing that is wrong is named', async (t) => {
  const wrong: [object, string, RegExp][] = [
    [{ ...least, id: 'Demo' }, 'manifest_invalid', /\/id: Demo is not well-formed/],
    [{ ...least, version: '1' }, 'manifest_invalid', /\/version/],
    [{ ...least, entry: '../plugin.js' }, 'manifest_invalid', /\/entry/],
    [{ ...least, routes: [] }, 'manifest_invalid', /\/routes is not allowed/],
    [{ ...least, permissions: { http: ['http://x'] } }, 'manifest_invalid', /\/permissions\/http/],
    [{ ...least, permissions: { events: ['a..b'] } }, 'manifest_invalid', /\/permissions\/events/],
    [{ ...full, permissions: { events: [] } }, 'manifest_invalid', /seen is not asked for/],
    [{ ...least, permissions: { emit: ['gone'] } }, 'manifest_invalid', /gone has no schema/],
    [
      { ...full, operations: [...full.operations, ...full.operations] },
      'manifest_invalid',
      /read: declared twice/,
    ],
    [{ ...full, tools: Array(21).fill(full.tools[0]) }, 'manifest_invalid', /at most 20 items/],
    [
      { ...full, operations: [{ id: 'read', title: 'R', input_schema: { pattern: 'x' } }] },
      'schema_unsafe',
      /\/pattern/,
    ],
    [{ ...least, sdk: 2 }, 'sdk_unsupported', /Built for kit 2/],
    [[], 'manifest_invalid', /must be object/],
  ];
  for (const [manifest, code, message] of wrong) t.throws(() => readManifest(manifest), { code, message });
});

t.test('differences between manifest and code are named', async (t) => {
  const manifest = readManifest(full);
  const found = registrationsOf(manifest);
  t.strictSame(registrationProblems(manifest, found), []);
  t.strictSame(
    registrationProblems(manifest, {
      ...found,
      id: 'other',
      events: [],
      tools: [...found.tools, { name: 'extra' }],
    }),
    [
      'id: demo in plugin.json, other in the code',
      'event device.*: not in the code',
      'tool extra: not in plugin.json',
    ],
  );
});

t.test('a pattern covers whole segments, and a last star everything below', async (t) => {
  const cases: [string, string, boolean][] = [
    ['device.*', 'device.status.changed', true],
    ['device.*', 'device', false],
    ['*', 'anything.at.all', true],
    ['device.*.changed', 'device.status.changed', true],
    ['device.*.changed', 'device.a.b.changed', false],
    ['device.status', 'device.status.changed', false],
    ['devi*', 'device', false],
  ];
  for (const [pattern, type, expected] of cases)
    t.equal(matchesEventPattern(pattern, type), expected, `${pattern} ${type}`);
});
