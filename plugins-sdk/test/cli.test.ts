import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { createPlugin } from '../cli/create-command.ts';
import { packPlugin, signPackage, writeSigningKeys } from '../cli/pack-command.ts';
import { testPlugin } from '../cli/test-command.ts';
import { findSigner, readPluginArchive } from '../package/index.ts';

const example = new URL('../examples/lease-watch', import.meta.url).pathname;
const cli = new URL('../cli/main.ts', import.meta.url).pathname;

t.test('the example conforms', async (t) => {
  const lines: string[] = [];
  t.equal(await testPlugin(example, (line) => lines.push(line)), true, lines.join('\n'));
  t.ok(
    lines.some(
      (line) => line.includes('emitted plugin.lease-watch.change_seen') && line.includes('"count":2'),
    ),
  );
});

t.test('the example is packed, signed and read as the platform reads it', async (t) => {
  const folder = t.testdir({});
  const out = join(folder, 'lease-watch.zip');
  await writeSigningKeys(join(folder, 'publisher'));
  const packed = await packPlugin(example, out);
  t.equal(await signPackage(out, join(folder, 'publisher.key.pem'), undefined), packed.digest);
  const archive = await readPluginArchive(await readFile(out));
  t.equal(archive.digest, packed.digest);
  t.equal(findSigner(archive.files, [await readFile(join(folder, 'publisher.pub.pem'), 'utf8')]), 0);
  t.strictSame(archive.manifest.permissions, {
    events: ['controller.change.applied', 'device.status.changed'],
    emit: ['change_seen'],
    state: true,
    http: [],
  });
  t.match(archive.manifest.operations, [{ id: 'summary', permission: null, produces: ['application/json'] }]);
});

t.test('a new plugin conforms, and one that breaks its word does not', async (t) => {
  const folder = t.testdir({});
  await createPlugin('fresh', folder);
  const lines: string[] = [];
  t.equal(await testPlugin(folder, (line) => lines.push(line)), true, lines.join('\n'));
  const code = await readFile(join(folder, 'plugin.ts'), 'utf8');
  await writeFile(join(folder, 'plugin.ts'), code.replace("emit('counted'", "emit('other'"));
  t.equal(await testPlugin(folder, (line) => lines.push(line)), false);
  t.ok(
    lines.some((line) => line.includes('does not declare other')),
    lines.join('\n'),
  );
  await writeFile(join(folder, 'plugin.ts'), "import 'node:fs';");
  t.equal(await testPlugin(folder, (line) => lines.push(line)), false);
  await t.rejects(createPlugin('fresh', folder), { code: 'EEXIST' });
});

t.test('dev answers commands and reloads when a file changes', async (t) => {
  const folder = t.testdir({});
  await createPlugin('fresh', folder);
  const dev = spawn(process.execPath, [cli, 'dev', folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => dev.kill('SIGKILL'));
  const lines = createInterface({ input: dev.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  t.match(await next(), /^loaded fresh 0\.1\.0/);
  dev.stdin.write('event device.status.changed {"device_id":"x"}\n');
  t.strictSame(
    [await next(), await next()],
    [
      'device.status.changed: handled device.status.changed',
      'device.status.changed: emitted plugin.fresh.counted {"device_id":"x","count":1}',
    ],
  );
  const manifest = await readFile(join(folder, 'plugin.json'), 'utf8');
  await writeFile(join(folder, 'plugin.json'), manifest.replace('0.1.0', '0.2.0'));
  t.match(await next(), /^loaded fresh 0\.2\.0/);
  dev.stdin.end('quit\n');
  const [code] = await once(dev, 'exit');
  t.equal(code, 0);
});

t.test(
  'dev goes on reloading when the editor saves by renaming, in folders made meanwhile too',
  async (t) => {
    const folder = t.testdir({});
    await createPlugin('fresh', folder);
    const dev = spawn(process.execPath, [cli, 'dev', folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.teardown(() => dev.kill('SIGKILL'));
    const lines = createInterface({ input: dev.stdout })[Symbol.asyncIterator]();
    const save = async (name: string, content: string): Promise<void> => {
      await writeFile(join(folder, `${name}~`), content);
      await rename(join(folder, `${name}~`), join(folder, name));
    };
    const loaded = async (what: RegExp): Promise<void> => {
      for (;;) if (what.test(String((await lines.next()).value))) return;
    };
    const manifest = await readFile(join(folder, 'plugin.json'), 'utf8');
    await loaded(/^loaded fresh 0\.1\.0/);
    for (const version of ['0.2.0', '0.3.0', '0.4.0']) {
      await save('plugin.json', manifest.replace('0.1.0', version));
      await loaded(new RegExp(`^loaded fresh ${version}`));
    }
    await mkdir(join(folder, 'parts'));
    await save('parts/events.ts', "export const pattern = 'device.updated';");
    const code = await readFile(join(folder, 'plugin.ts'), 'utf8');
    const split = `import { pattern } from './parts/events.ts';\n${code.replace("'device.status.changed': async", '[pattern]: async')}`;
    await save('plugin.ts', split);
    await loaded(/^loaded fresh 0\.4\.0/);
    await save('parts/events.ts', 'export const pattern = 5 +;');
    await loaded(/parts\/events\.ts/);
    dev.stdin.end('quit\n');
    const [exit] = await once(dev, 'exit');
    t.equal(exit, 0);
  },
);

t.test('the kit keeps the budget of emitted events that the platform keeps', async (t) => {
  const manifest = {
    manifest_version: 1,
    id: 'loud',
    name: 'Loud',
    version: '1.0.0',
    sdk: 1,
    entry: 'plugin.ts',
  };
  const say =
    'async (event, ctx) => { for (let n = 0; n < event.payload; n += 1) await ctx.emit("said", {}); }';
  const folder = t.testdir({
    'plugin.json': JSON.stringify(manifest),
    'plugin.ts': `import { definePlugin } from '@patchbay/plugins-sdk';
      definePlugin({ id: 'loud', emits: { said: { payload_schema: { type: 'object' } } },
        events: { 'device.*': ${say}, 'device.seen': ${say} } });`,
    recordings: { 'said.json': JSON.stringify(new Array(2).fill({ event: 'device.seen', payload: 45 })) },
  });
  const lines: string[] = [];
  t.equal(await testPlugin(folder, (line) => lines.push(line)), true, lines.slice(-3).join('\n'));
  await writeFile(
    join(folder, 'recordings', 'said.json'),
    JSON.stringify([{ event: 'device.seen', payload: 51 }]),
  );
  t.equal(await testPlugin(folder, (line) => lines.push(line)), false);
  t.match(lines.join('\n'), 'failed with plugin_error: A plugin may emit 100 events');
});
