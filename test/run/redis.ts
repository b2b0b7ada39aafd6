import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { canRun } from '../harness/can-run.ts';
import { dieWithUs } from './workers/lifeline.ts';

const READY_MS = 10_000;
const STOP_MS = 5_000;
const POLL_MS = 20;

/** A Redis for one run of the tests, with nothing kept on disk. */
export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the machine's `redis-server` on a free loopback port; undefined when the machine has none. */
export async function startTestRedis(): Promise<TestRedis | undefined> {
  const program = onPath('redis-server');
  if (program === undefined) return undefined;
  const dir = await mkdtemp(join(tmpdir(), 'patchbay-redis-'));
  const port = await freePort();
  const keepNothing = ['--save', '', '--appendonly', 'no', '--dir', dir];
  const args = ['--port', String(port), '--bind', '127.0.0.1', ...keepNothing];
  const server = spawn(program, args, { stdio: 'ignore', detached: true });
  const ended = once(server, 'exit').catch(() => undefined);
  const letGo = server.pid === undefined ? undefined : dieWithUs(server.pid);
  const stop = async () => {
    server.kill();
    const killer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killer);
    letGo?.();
    await rm(dir, { recursive: true, force: true });
  };
  const deadline = Date.now() + READY_MS;
  while (!(await answers(port))) {
    if (Date.now() > deadline || server.exitCode !== null) {
      await stop();
      throw new Error(`${program} did not answer at port ${port} within ${READY_MS} ms`);
    }
    await delay(POLL_MS);
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function onPath(name: string): string | undefined {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return candidates.find(canRun);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const done = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('data', (reply) => done(reply.toString().startsWith('+PONG')));
    socket.on('error', () => done(false));
    socket.on('timeout', () => done(false));
  });
}
