import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { findPostmaster } from '../postmaster.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const flags = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const platformFile = fileURLToPath(new URL('fixtures/embedded-platform.ts', import.meta.url));

interface Platform {
  readonly url: string;
  readonly port: number;
  readonly adopted: boolean;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

/** A 0700 folder in a 0700 folder; whatever runs in it at the end is stopped. */
function folder(test: Test): string {
  const parent = mkdtempSync(join(tmpdir(), 'patchbay-embedded-'));
  const dataDir = join(parent, 'postgres');
  mkdirSync(dataDir, { mode: 0o700 });
  test.teardown(async () => {
    if (await running(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
    rmSync(parent, { recursive: true, force: true });
  });
  return dataDir;
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a platform in a process of its own; `prefix` is what runs it as somebody else. */
async function platform(test: Test, dataDir: string, prefix: readonly string[] = []): Promise<Platform> {
  const [file = '', ...args] = [...prefix, process.execPath, platformFile, dataDir];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  test.teardown(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const said = await Promise.race([line, ended]);
  if (typeof said !== 'string') throw new Error(`the platform ended with ${said}`);
  return { ...(JSON.parse(said) as Pick<Platform, 'url' | 'port' | 'adopted'>), child, ended };
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await delay(20);
  }
}

const running = async (dataDir: string) => findPostmaster(join(dataDir, 'cluster', 'data'));

t.test('a first start makes a cluster in a closed folder that answers at 127.0.0.1 only', async (t) => {
  const dataDir = folder(t);
  const started = await startEmbeddedPostgres({ dataDir, flags });
  t.equal(started.adopted, false);
  const [row] = await ask(
    started.url,
    `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      (select rolsuper from pg_roles where rolname = current_user) as superuser,
      (select datcollate from pg_database where datname = current_database()) as locale`,
  );
  t.same(row, {
    listen: '127.0.0.1',
    sockets: '',
    encoding: 'UTF8',
    fsync: 'off',
    superuser: true,
    locale: 'C.UTF-8',
  });
  t.equal(statSync(join(dataDir, 'cluster', 'password')).mode & 0o777, 0o600);
  t.equal(statSync(dataDir).mode & 0o777, 0o700);
  await t.rejects(ask(started.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1'), { code: '28P01' });
  await ask(started.url, 'create extension pg_trgm');
  await Promise.all([started.stop(), started.stop()]);
  t.equal(await running(dataDir), undefined, 'it is stopped');
});

t.test('a server that outlived its killed platform is adopted, and is not tied to its output', async (t) => {
  const dataDir = folder(t);
  const first = await platform(t, dataDir);
  first.child.kill('SIGKILL');
  await first.ended;
  t.ok(await running(dataDir), 'the server outlived its platform, whose pipes are closed');
  const second = await startEmbeddedPostgres({ dataDir, flags });
  t.match(second, { adopted: true, port: first.port, url: first.url });
  await second.stop();
  t.equal(await running(dataDir), undefined, 'the adopting platform stops it');
});

t.test('a server killed at work starts again at its port with what was committed', async (t) => {
  const dataDir = folder(t);
  const first = await startEmbeddedPostgres({ dataDir });
  await ask(first.url, 'create table kept as select 7 as number');
  process.kill((await running(dataDir))?.pid ?? 0, 'SIGKILL');
  await until('the server is gone', async () => (await running(dataDir)) === undefined);
  const second = await startEmbeddedPostgres({ dataDir });
  t.match(second, { adopted: false, port: first.port });
  t.same(await ask(second.url, 'select number from kept'), [{ number: 7 }]);
  await second.stop();
});

t.test('of two platforms started at once one starts the server, and the last one stops it', async (t) => {
  const dataDir = folder(t);
  const both = await Promise.all([platform(t, dataDir), platform(t, dataDir)]);
  t.same(both.map((one) => one.adopted).sort(), [false, true]);
  t.equal(both[0].url, both[1].url);
  both[0].child.stdin?.write('stop\n');
  t.equal(await both[0].ended, 0);
  t.same(await ask(both[1].url, 'select 1 as one'), [{ one: 1 }]);
  both[1].child.stdin?.write('stop\n');
  t.equal(await both[1].ended, 0);
  t.equal(await running(dataDir), undefined);
});

t.test('a file left by a dead server, naming a process that is another by now, is no server', async (t) => {
  const dataDir = folder(t);
  const first = await startEmbeddedPostgres({ dataDir, flags });
  const pidFile = join(dataDir, 'cluster', 'data', 'postmaster.pid');
  const left = readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid));
  await first.stop();
  writeFileSync(pidFile, left);
  const second = await startEmbeddedPostgres({ dataDir, flags });
  t.equal(second.adopted, false);
  t.same(await ask(second.url, 'select 1 as one'), [{ one: 1 }]);
  await second.stop();
});

t.test('a port that was taken meanwhile is given up for another, which is then kept', async (t) => {
  const dataDir = folder(t);
  const first = await startEmbeddedPostgres({ dataDir, flags });
  await first.stop();
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(first.port, '127.0.0.1', resolve));
  const second = await startEmbeddedPostgres({ dataDir, flags });
  await new Promise((resolve) => squatter.close(resolve));
  t.not(second.port, first.port);
  await second.stop();
  const third = await startEmbeddedPostgres({ dataDir, flags });
  t.equal(third.port, second.port);
  await third.stop();
});

t.test('a first start that was killed half way leaves nothing in the way of the next', async (t) => {
  const dataDir = folder(t);
  mkdirSync(join(dataDir, 'cluster.new-killed', 'data', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'cluster.new-killed', 'data', 'PG_VERSION'), '18\n');
  const started = await startEmbeddedPostgres({ dataDir, flags });
  t.same(await ask(started.url, 'select 1 as one'), [{ one: 1 }]);
  t.same(readdirSync(dataDir).sort(), ['cluster', 'start.lock', 'users.lock']);
  await started.stop();
});

t.test(
  'a start that cannot succeed says why, with the end of the log, and leaves nothing running',
  async (t) => {
    const dataDir = folder(t);
    const failed = startEmbeddedPostgres({ dataDir, flags: { shared_buffers: 'plenty' } });
    await t.rejects(failed, { message: /did not start[\s\S]*server\.log[\s\S]*shared_buffers/ });
    await t.rejects(
      startEmbeddedPostgres({ dataDir, flags: { fsync: "off' -c ssl='on" } }),
      /Not a server setting/,
    );
    t.equal(await running(dataDir), undefined);
  },
);

/** initdb asks with access(2), which no capability opens: a checkout only root enters has no ordinary user. */
const isReachable = (): boolean =>
  spawnSync('setpriv', [
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    'test',
    '-r',
    platformFile,
  ]).status === 0;

if (isRoot) {
  t.test(
    'an ordinary user starts it too, and root goes on in the same folder without taking it away',
    { skip: isReachable() ? false : 'no other user can enter this checkout' },
    async (t) => {
      const dataDir = folder(t);
      for (const path of [join(dataDir, '..'), dataDir]) chownSync(path, NOBODY, NOBODY);
      // The checkout may lie in a folder only root enters; that one right is left to the user.
      const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
      const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...keep];
      const stopped = async (one: Platform) => {
        one.child.stdin?.write('stop\n');
        t.equal(await one.ended, 0);
      };
      const first = await platform(t, dataDir, asNobody);
      t.equal(statSync(join(dataDir, 'cluster', 'data')).uid, NOBODY);
      await ask(first.url, 'create table kept as select 7 as number');
      await stopped(first);
      const second = await startEmbeddedPostgres({ dataDir, flags });
      t.same(await ask(second.url, 'select number from kept'), [{ number: 7 }]);
      await second.stop();
      t.equal(statSync(join(dataDir, 'cluster', 'port')).uid, NOBODY);
      await stopped(await platform(t, dataDir, asNobody));
      chmodSync(dataDir, 0o700);
    },
  );
}
