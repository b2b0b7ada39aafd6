import t from 'tap';
import { CapabilityError, SandboxError } from '../index.ts';
import { openHost } from './plugin-host.ts';

t.test('a plugin registers, is described, and answers events, operations and tools', async (t) => {
  const { host, asked } = openHost({}, async (name) => (name === 'state.get' ? { seen: 4 } : null));
  t.teardown(() => host.dispose());
  const found = await host.load({
    plugin_id: 'demo',
    version: '2.0.0',
    code: `definePlugin({ id: 'demo', name: 'Demo', version: '2.0.0', emits: { seen: { type: 'object' } },
      events: { 'device.*': async (event, ctx) => { await ctx.emit('seen', { id: event.id }); ctx.log.warn('saw', { id: event.id }); } },
      operations: { read: { title: 'Read', run: async (input, ctx) => ({ state: await ctx.state.get('k'), org: ctx.organization_id, input }) } },
      tools: { ask: (input, ctx) => { ctx.attach({ media_type: 'text/plain', content: 'x' }); return input.q; } } })`,
  });
  t.strictSame(JSON.parse(JSON.stringify(found)), {
    id: 'demo',
    name: 'Demo',
    version: '2.0.0',
    events: ['device.*'],
    operations: [{ name: 'read', title: 'Read' }],
    tools: [{ name: 'ask' }],
    emits: { seen: { type: 'object' } },
  });
  t.equal(host.describe('demo'), found);
  const about = { plugin_id: 'demo', organization_id: 'org-1' };
  const event = await host.call({ ...about, kind: 'event', name: 'device.*', input: { id: 7 } });
  t.strictSame(JSON.parse(JSON.stringify(event)), {
    output: null,
    log: [{ level: 'warn', message: 'saw', fields: { id: 7 } }],
  });
  t.strictSame(JSON.parse(JSON.stringify(asked)), [
    { name: 'events.emit', args: ['seen', { id: 7 }], organization_id: 'org-1' },
    { name: 'log.warn', args: ['saw', { id: 7 }], organization_id: 'org-1' },
  ]);
  const read = await host.call({ ...about, kind: 'operation', name: 'read', input: { a: [1] } });
  t.strictSame(JSON.parse(JSON.stringify(read.output)), {
    state: { seen: 4 },
    org: 'org-1',
    input: { a: [1] },
  });
  const tool = await host.call({ ...about, kind: 'tool', name: 'ask', input: { q: 'why' } });
  t.strictSame(JSON.parse(JSON.stringify(tool)), {
    output: 'why',
    artifact: { media_type: 'text/plain', content: 'x' },
  });
});

t.test('each organization has an isolate of its own', async (t) => {
  const { host, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  await loadBody(
    'counter',
    'globalThis.n = (globalThis.n ?? 0) + 1; return [ctx.organization_id, globalThis.n];',
  );
  t.strictSame((await run('counter')).output, ['org-1', 1]);
  t.strictSame((await run('counter')).output, ['org-1', 2]);
  t.strictSame((await run('counter', null, { organization_id: 'org-2' })).output, ['org-2', 1]);
  t.strictSame((await run('counter')).output, ['org-1', 3]);
});

t.test('an isolate is replaced after its number of calls', async (t) => {
  const { host, loadBody, run } = openHost({ isolateCalls: 3 });
  t.teardown(() => host.dispose());
  await loadBody('counter', 'return (globalThis.n = (globalThis.n ?? 0) + 1);');
  const seen: unknown[] = [];
  for (let call = 0; call < 5; call += 1) seen.push((await run('counter')).output);
  t.strictSame(seen, [1, 2, 3, 1, 2]);
});

t.test('an error of the plugin is a failure with its message, not a fault', async (t) => {
  const { host, faults, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('failing', 'const e = new TypeError("no such thing"); e.code = "E_X"; throw e;');
  for (let call = 0; call < 5; call += 1)
    await t.rejects(run('failing'), {
      code: 'plugin_error',
      message: 'no such thing',
      thrown: { name: 'TypeError', code: 'E_X' },
    });
  t.strictSame(faults, []);
});

t.test('a plugin sees the reason of a refused capability and nothing of other errors', async (t) => {
  const { host, loadBody, run } = openHost({}, async (name) => {
    if (name === 'state.get') throw new CapabilityError('not_permitted', 'Ask for it');
    throw new Error('secret path');
  });
  t.teardown(() => host.dispose());
  await loadBody(
    'asker',
    `const why = (p) => p.catch((e) => [e.code, e.message]);
     return [await why(ctx.state.get('a')), await why(ctx.http.fetch('https://example.com/'))];`,
  );
  t.strictSame((await run('asker')).output, [
    ['not_permitted', 'Ask for it'],
    ['capability_failed', 'The platform could not do this'],
  ]);
});

t.test('capability calls that nobody awaited are finished before the answer', async (t) => {
  const { host, faults, asked, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('careless', "ctx.emit('a', 1); ctx.emit('b', 2); return 'done';");
  t.equal((await run('careless')).output, 'done');
  t.strictSame(
    asked.map(({ args }) => args),
    [
      ['a', 1],
      ['b', 2],
    ],
  );
  t.strictSame(faults, []);
});

t.test('work that goes on after the answer counts as a fault', async (t) => {
  const { host, faults, asked, loadBody, run } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('late', "ctx.emit('a', 1).then(() => ctx.emit('b', 2)).catch(() => {}); return 'done';");
  t.equal((await run('late')).output, 'done');
  t.strictSame(
    asked.map(({ args }) => args),
    [['a', 1]],
  );
  t.match(faults, [{ plugin_id: 'late', organization_id: 'org-1', kind: 'late_work', quarantined: false }]);
});

t.test('a flood of capability calls is cut off inside the isolate', async (t) => {
  const { host, asked, loadBody, run } = openHost({ requests: 10 });
  t.teardown(() => host.dispose());
  await loadBody(
    'flood',
    `let refused = 0; const all = [];
     for (let i = 0; i < 5000; i += 1) all.push(ctx.emit('x', i).catch((e) => { refused += 1; return e.code; }));
     await Promise.all(all); return refused;`,
  );
  t.equal((await run('flood')).output, 4990);
  t.equal(asked.length, 10);
});

t.test('input that is too large, too deep, cyclic or no JSON is refused before it is sent', async (t) => {
  const { host, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('echo', 'return input;');
  let deep: unknown = 1;
  for (let level = 0; level < 5000; level += 1) deep = [deep];
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  t.strictSame(
    [
      await outcome(run('echo', 'x'.repeat(1024 * 1024))),
      await outcome(run('echo', deep)),
      await outcome(run('echo', cyclic)),
      await outcome(run('echo', 1n)),
      await outcome(run('echo', undefined)),
      await outcome(run('echo', 'plain')),
      await outcome(run('echo', null, { organization_id: 'a\nb' })),
      await outcome(run('echo', null, { name: 'toString' })),
    ],
    [
      'input_too_large',
      'input_invalid',
      'input_invalid',
      'input_invalid',
      null,
      'plain',
      'input_invalid',
      'not_registered',
    ],
  );
});

t.test('a call can be given up while it waits and while it runs, without a fault', async (t) => {
  const { host, faults, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('slow', 'if (input === "quick") return input; for (;;) {}');
  const running = new AbortController();
  const waiting = new AbortController();
  const first = outcome(run('slow', null, { signal: running.signal }));
  const second = outcome(run('slow', null, { signal: waiting.signal }));
  waiting.abort();
  t.equal(await second, 'call_aborted');
  running.abort();
  t.equal(await first, 'call_aborted');
  t.equal((await run('slow', 'quick')).output, 'quick');
  t.strictSame(faults, []);
});

t.test('code that does not register as agreed is refused and leaves a former version in place', async (t) => {
  const { host, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody('steady', 'return 1;');
  const names = (count: number) => Array.from({ length: count }, (_, at) => `o${at}: () => 1`).join(',');
  const refusals = [
    '',
    'syntax error here',
    'throw new Error("top level")',
    `definePlugin({ operations: { ${names(51)} } })`,
    `definePlugin({ tools: { ${names(21)} } })`,
    'definePlugin({ operations: { "Bad Name": () => 1 } })',
    'definePlugin({ operations: { a: 5 } })',
    'definePlugin(5)',
  ];
  for (const code of refusals)
    await t.rejects(
      host.load({ plugin_id: 'steady', version: '2.0.0', code }),
      { code: 'plugin_invalid' },
      code,
    );
  t.equal((await run('steady')).output, 1);
  await t.rejects(host.load({ plugin_id: 'Not An Id', version: '1.0.0', code: '' }), {
    code: 'plugin_invalid',
  });
  await host.unload('steady');
  t.equal(await outcome(run('steady')), 'plugin_not_loaded');
  t.throws(() => host.describe('steady'), SandboxError);
});

t.test('a plugin with known registrations starts no process before its first call', async (t) => {
  const { host, run } = openHost();
  t.teardown(() => host.dispose());
  const code = 'definePlugin({ operations: { run: () => 5 } })';
  const registrations = await host.load({ plugin_id: 'lazy', version: '1.0.0', code });
  await host.unload('lazy');
  await host.load({ plugin_id: 'lazy', version: '1.0.0', code, registrations });
  t.equal(host.stats().plugins[0]?.process, null);
  t.equal((await run('lazy')).output, 5);
});

t.test('a refused call that nothing awaits fails its call and is no fault', async (t) => {
  const { host, faults, asked, loadBody, run } = openHost({}, async (name, args) => {
    if (name === 'events.emit') throw new CapabilityError('event_not_declared', `No ${String(args[0])}`);
    return null;
  });
  t.teardown(() => host.dispose());
  await loadBody(
    'careless',
    `globalThis.n = (globalThis.n ?? 0) + 1;
     if (input === null) return globalThis.n;
     for (const type of input) ctx.emit(type, 1);
     return 'done';`,
  );
  // Words of a tenant must not look like those of the isolate: the platform's own are among them.
  const words = ['a', 'Script execution timed out.', 'Isolate was disposed during execution'];
  for (const word of words)
    await t.rejects(run('careless', [word, 'b', 'c']), {
      code: 'plugin_error',
      message: `Nothing awaited a promise that was rejected: No ${word}`,
      thrown: { name: 'Error', code: 'unhandled_rejection' },
    });
  t.equal(asked.length, 9);
  t.equal((await run('careless')).output, 1, 'the next call has an isolate without the rest of it');
  t.strictSame(faults, []);
});

t.test('a rejection that nothing awaits is the error of its call, wherever it comes from', async (t) => {
  const { host, faults, loadBody, run, outcome } = openHost();
  t.teardown(() => host.dispose());
  await loadBody(
    'forgetful',
    `const forget = { own: () => void Promise.reject(new TypeError('timed out')), text: () => void Promise.reject('disposed'),
       later: () => void ctx.state.get('a').then(() => { throw new Error('later'); }), nothing: () => void Promise.reject() };
     if (forget[input]) forget[input]();
     return input;`,
  );
  for (const way of ['own', 'text', 'later', 'nothing'])
    t.equal(await outcome(run('forgetful', way)), 'plugin_error', way);
  t.equal((await run('forgetful', 'none')).output, 'none');
  t.strictSame(faults, []);
});
