import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RouterOsController } from '@patchbay/lab';
import pg from 'pg';
import { type Answer, type CallOptions, call } from '../../harness/http-client.ts';
import { cloneDatabase, freshAddress, PASSWORD, TEST_SECRET_KEY } from '../../harness/index.ts';
import { waitFor } from '../../harness/wait-for.ts';
import { PlatformProcess } from './platform-process.ts';

const MAX_TRIES = 8;
const LEASED = ['connection_runs', 'automation_executions', 'webhook_queues', 'notification_targets'];

/** A platform process, a lab router that outlives its kills, and a look into the database from outside. */
export class World {
  readonly platform: PlatformProcess;
  readonly lab: RouterOsController;
  readonly database: pg.Client;
  readonly databaseUrl: string;
  readonly #disposers: (() => Promise<unknown>)[];
  readonly #environment: Readonly<Record<string, string>>;
  token = '';
  user_id = '';
  site_id = '';
  controller_id = '';

  private constructor(
    platform: PlatformProcess,
    lab: RouterOsController,
    database: pg.Client,
    databaseUrl: string,
    disposers: (() => Promise<unknown>)[],
    environment: Readonly<Record<string, string>>,
  ) {
    this.#environment = environment;
    this.platform = platform;
    this.lab = lab;
    this.database = database;
    this.databaseUrl = databaseUrl;
    this.#disposers = disposers;
  }

  static async create(environment: Readonly<Record<string, string>> = {}): Promise<World> {
    const clone = await cloneDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-faults-'));
    const whole = {
      DATABASE_URL: clone.url,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: dataDir,
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_BURST: '1000000',
      ...environment,
    };
    const platform = await PlatformProcess.prepare(whole);
    const lab = new RouterOsController({ devices: 4 });
    const database = new pg.Client({ connectionString: clone.url });
    await database.connect();
    const disposers = [
      () => platform.kill(),
      () => lab.stop(),
      () => database.end(),
      () => clone.drop(),
      () => rm(dataDir, { recursive: true, force: true }),
    ];
    const world = new World(platform, lab, database, clone.url, disposers, whole);
    try {
      await platform.start();
      await world.#setUp();
      return world;
    } catch (error) {
      await world.dispose();
      throw error;
    }
  }

  /** A second process of the same installation; needs a Redis in the environment. */
  async another(): Promise<PlatformProcess> {
    const platform = await PlatformProcess.prepare(this.#environment);
    this.#disposers.unshift(() => platform.kill());
    await platform.start();
    return platform;
  }

  async #setUp(): Promise<void> {
    const endpoint = await this.lab.start();
    const email = 'owner@example.com';
    await this.must('POST', '/setup/initialize', 201, {
      body: { organization_name: 'Fault Lines', email, username: 'owner', password: PASSWORD },
    });
    await this.signIn();
    this.user_id = (await this.must('GET', '/auth/me', 200)).body.id;
    this.site_id = (await this.must('POST', '/sites', 201, { body: { name: 'Site' } })).body.id;
    const credential = await this.must('POST', '/credentials', 201, {
      body: {
        name: 'login',
        kind: 'password',
        username: endpoint.credentials.username,
        secret: endpoint.credentials.password,
      },
    });
    const controller = await this.must('POST', '/controllers', 201, {
      body: {
        name: 'router',
        site_id: this.site_id,
        vendor: 'mikrotik',
        url: endpoint.url,
        credential_id: credential.body.id,
        tls: { verify: false, fingerprint: endpoint.tls_fingerprint },
      },
    });
    this.controller_id = controller.body.id;
  }

  async signIn(): Promise<void> {
    const { body } = await this.must('POST', '/auth/login', 200, {
      body: { login: 'owner@example.com', password: PASSWORD },
      from: freshAddress(),
    });
    this.token = body.access_token;
  }

  call(method: string, path: string, options: CallOptions & { readonly at?: string } = {}): Promise<Answer> {
    return call(options.at ?? this.platform.url, method, `/api/v1${path}`, {
      ...(this.token ? { token: this.token } : {}),
      ...options,
    });
  }

  /** Asks again for a while what is answered with 503: nothing was done, and the machine may be loaded. */
  async must(method: string, path: string, status: number, options: CallOptions = {}): Promise<Answer> {
    let answer = await this.call(method, path, options);
    for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, tries * 250));
      answer = await this.call(method, path, options);
    }
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  async rows<T>(statement: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    return (await this.database.query(statement, [...values])).rows as T[];
  }

  /** Time passes for a dead process: what it holds under a lease is free. A row that is being written is left. */
  async endLeases(): Promise<void> {
    for (const table of LEASED)
      await this.database.query(
        `update ${table} r set lease_until = clock_timestamp() from (select id from ${table}
         where lease_until > clock_timestamp() for update skip locked) free where r.id = free.id`,
      );
  }

  /** Waits until the statement, which selects what is unfinished, finds nothing; answers what stayed. */
  async drained(statement: string, timeoutMs: number): Promise<readonly string[]> {
    const ids = async (): Promise<readonly string[]> =>
      (await this.rows<{ id: string }>(statement)).map(({ id }) => id);
    await waitFor('everything to settle', async () => (await ids()).length === 0, {
      timeoutMs,
      everyMs: 500,
    }).catch(() => {});
    return ids();
  }

  async dispose(): Promise<void> {
    for (const each of this.#disposers) await each().catch(() => {});
  }
}
