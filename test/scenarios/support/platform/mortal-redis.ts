import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../demo/free-port.ts';
import { waitFor } from '../../../harness/index.ts';

/** A Redis of one test, which may be flushed, killed and started again at the same port. */
export class MortalRedis {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #server: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async create(): Promise<MortalRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-redis-'));
    const redis = new MortalRedis(await freePort(0), folder);
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const nothingKept = ['--save', '', '--appendonly', 'no', '--dir', this.#folder];
    const address = ['--port', String(this.#port), '--bind', '127.0.0.1'];
    this.#server = spawn('redis-server', [...address, ...nothingKept], { stdio: 'ignore' });
    await waitFor('Redis to answer', async () => (await this.#say('PING')).startsWith('+PONG'));
  }

  async flush(): Promise<void> {
    if (!(await this.#say('FLUSHALL')).startsWith('+OK')) throw new Error('Redis did not flush');
  }

  /** Takes connections and answers nothing (SIGSTOP), until `thaw`. */
  freeze(): void {
    this.#server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.kill('SIGCONT');
  }

  /** SIGKILL, and waits until the process is gone. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The first answer to one command; empty when there is none. */
  #say(command: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', timeout: 1_000 });
      const done = (answer: string): void => {
        socket.destroy();
        resolve(answer);
      };
      socket.on('connect', () => socket.write(`${command}\r\n`));
      socket.on('data', (answer) => done(answer.toString()));
      socket.on('error', () => done(''));
      socket.on('timeout', () => done(''));
    });
  }
}

/** Why tests of a Redis of their own are skipped; false where there is one. */
export const withoutRedis =
  process.env['PATCHBAY_TEST_REDIS_URL'] === undefined
    ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here'
    : false;
