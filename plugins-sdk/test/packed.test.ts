import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const execute = promisify(execFile);
/** Without the hooks that the test runner puts into every Node it starts: an author's has none. */
const run = (
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
) => execute('env', ['-u', 'NODE_OPTIONS', program, ...args], options);
const repository = join(import.meta.dirname, '..', '..');
const modules = join(repository, 'node_modules');
const path = `${join(modules, '.bin')}:${process.env['PATH']}`;
const environment = { ...process.env, PATH: path };

/** A folder that every user may look into, since children of the sandbox have a user of their own. */
async function openFolder(t: { teardown(work: () => unknown): unknown }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-packed-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

const isSource = (name: string): boolean => !/node_modules|\/(dist|child\/dist)$/.test(name);

t.test('the packed kit runs where nothing of the repository is', async (t) => {
  const [workshop, elsewhere] = [await openFolder(t), await openFolder(t)];
  for (const part of ['plugins-sdk', 'sandbox'])
    await cp(join(repository, part), join(workshop, part), { recursive: true, filter: isSource });
  await symlink(modules, join(workshop, 'node_modules'));
  const kit = join(workshop, 'plugins-sdk');
  const before = await readdir(kit);
  await run('npm', ['pack', '--silent', '--pack-destination', workshop], { cwd: kit, env: environment });
  t.same(await readdir(kit), before, 'nothing built stays behind');
  const tarball = (await readdir(workshop)).find((name) => name.endsWith('.tgz')) ?? '';

  const installed = join(elsewhere, 'node_modules', '@patchbay', 'plugins-sdk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(workshop, tarball), '-C', installed, '--strip-components=1']);
  for (const name of await readdir(modules))
    if (!name.startsWith('.') && name !== '@patchbay')
      await symlink(join(modules, name), join(elsewhere, 'node_modules', name));
  const files = (await readdir(installed, { recursive: true })).sort();
  t.ok(files.includes('README.md') && files.includes('dist/types/plugins-sdk/index.d.ts'));
  t.same(
    files.filter((name) => /^(?!examples).*(?<!\.d)\.ts$/.test(name)),
    [],
    'no source is in it',
  );

  const bin = join(installed, 'dist', 'cli.js');
  const command = (...args: string[]) =>
    run(bin, args, { cwd: elsewhere, env: environment, timeout: 60_000 });
  await command('create', 'greeter');
  t.match((await command('test', 'greeter')).stdout, /first/);
  const packed = await command('pack', 'greeter');
  await command('sign', '--new-keys', 'publisher');
  t.match(
    (await command('sign', 'greeter/greeter-0.1.0.zip', '--key', 'publisher.key.pem')).stdout,
    /^signed /,
  );
  t.match(packed.stdout, /greeter-0\.1\.0\.zip/);

  await writeFile(
    join(elsewhere, 'reads.mts'),
    `import { readPluginArchive } from '@patchbay/plugins-sdk/package';
     import { verifyWebhook } from '@patchbay/plugins-sdk/webhooks';
     import { definePlugin, type JsonSchema } from '@patchbay/plugins-sdk';
     const schema: JsonSchema = { type: 'object' };
     const read: Promise<{ digest: string }> = readPluginArchive(Buffer.alloc(0));
     read.catch((error: Error) => console.log(error.name, typeof verifyWebhook, typeof definePlugin, schema));
     // @ts-expect-error the types are there and tell
     definePlugin(1);`,
  );
  const compiler = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--types',
    'node',
    'reads.mts',
  ];
  await run(join(modules, '.bin', 'tsc'), compiler, { cwd: elsewhere, env: environment }).catch((error) =>
    t.fail(error.stdout),
  );
});
