import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dependency, type Provider, provide } from '@patchbay/kernel/di';
import { createPlatform, type DiscoveredModule, type Platform } from '@patchbay/kernel/modules';
import type { RoleName } from '@patchbay/kernel/permissions';
import { PASSWORDS, Passwords } from '@patchbay/kernel/secrets';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { Conduct } from './conduct.ts';
import { cloneDatabase } from './databases.ts';
import { TEST_SECRET_KEY } from './environment.ts';
import { type Answer, type CallOptions, call } from './http-client.ts';

export interface BootOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly overrides?: readonly Provider[];
  readonly modules?: readonly DiscoveredModule[];
  /** Whether a route that acts and never left an audit record fails the file: for sweeps, which run every route. */
  readonly judgesRecords?: boolean;
  readonly work?: boolean;
  /** Whether every reply is checked against its schema; default true. Off where time on the event loop is watched. */
  readonly checkReplies?: boolean;
  /** Database to share with another platform of the same test. */
  readonly databaseUrl?: string;
}

/** A user who signed in. */
export interface Person {
  readonly token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly role: RoleName;
  readonly email: string;
  readonly password: string;
}

interface Teardown {
  teardown(work: () => unknown): unknown;
}

export const PASSWORD = 'Correct-horse-battery-9';
let addresses = 0;

/** A loopback address without calls so far: limits of sign-in count addresses. */
export const freshAddress = (): string => {
  addresses += 1;
  return `127.${1 + (process.pid % 200)}.${(addresses >> 7) & 255}.${1 + (addresses & 127)}`;
};

/** A real platform on a database of its own, with helpers to call it as a client would. */
export class Harness {
  readonly platform: Platform;
  readonly databaseUrl: string;
  #owner: Person | undefined;
  #people = 0;

  constructor(platform: Platform, databaseUrl: string) {
    this.platform = platform;
    this.databaseUrl = databaseUrl;
  }

  get url(): string {
    return this.platform.url;
  }

  get<T>(wanted: Dependency<T>): T {
    return this.platform.get(wanted);
  }

  /** Calls a path below `/api/v1` unless it starts with `//`, which means the root. */
  call(
    method: string,
    path: string,
    options: CallOptions & { readonly as?: Person | undefined } = {},
  ): Promise<Answer> {
    const target = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
    const { as, ...rest } = options;
    return call(this.url, method, target, { ...(as ? { token: as.token } : {}), ...rest });
  }

  /** The super administrator of the first organization; sets the platform up when first asked. */
  async owner(): Promise<Person> {
    this.#owner ??= await this.#setUp();
    return this.#owner;
  }

  async #setUp(): Promise<Person> {
    const email = 'owner@example.com';
    const answer = await this.call('POST', '/setup/initialize', {
      body: { organization_name: 'First Networks', email, username: 'owner', password: PASSWORD },
      from: freshAddress(),
    });
    if (answer.status !== 201) throw new Error(`setup answered ${answer.status}: ${answer.text}`);
    return this.signIn(email);
  }

  async signIn(email: string, password = PASSWORD): Promise<Person> {
    const answer = await this.call('POST', '/auth/login', {
      body: { login: email, password },
      from: freshAddress(),
    });
    if (answer.status !== 200)
      throw new Error(`sign-in of ${email} answered ${answer.status}: ${answer.text}`);
    const token = String(answer.body.access_token);
    const me = await this.call('GET', '/auth/me', { token });
    if (me.status !== 200) throw new Error(`profile of ${email} answered ${me.status}: ${me.text}`);
    const { id, organization, organization_id, role } = me.body;
    return {
      token,
      refresh_token: String(answer.body.refresh_token),
      user_id: id,
      organization_id: organization?.id ?? organization_id,
      role,
      email,
      password,
    };
  }

  /** A further organization; answers its id. */
  async organization(name: string): Promise<string> {
    const answer = await this.call('POST', '/organizations', { as: await this.owner(), body: { name } });
    if (answer.status !== 201)
      throw new Error(`creating an organization answered ${answer.status}: ${answer.text}`);
    return answer.body.id;
  }

  /** A signed-in user of this role; in the first organization unless told otherwise. */
  async person(role: RoleName, organization_id?: string): Promise<Person> {
    const owner = await this.owner();
    if (role === 'super_admin' && (organization_id ?? owner.organization_id) === owner.organization_id)
      return owner;
    this.#people += 1;
    const username = `${role.replace('_', '-')}-${this.#people}`;
    const email = `${username}@example.com`;
    const answer = await this.call('POST', '/users', {
      as: owner,
      body: { email, username, password: PASSWORD, role, ...(organization_id ? { organization_id } : {}) },
    });
    if (answer.status !== 201)
      throw new Error(`creating a ${role} answered ${answer.status}: ${answer.text}`);
    return this.signIn(email);
  }

  /** A site of the person's organization; answers its id. */
  async site(as: Person, name: string): Promise<string> {
    const answer = await this.call('POST', '/sites', { as, body: { name } });
    if (answer.status !== 201) throw new Error(`creating a site answered ${answer.status}: ${answer.text}`);
    return answer.body.id;
  }
}

/** What a hash costs is of no matter here; its own tests and the benches take the product's. */
const quickPasswords = provide(
  PASSWORDS,
  [],
  () => new Passwords({ memoryKiB: 64, passes: 1, parallelism: 1 }),
);

/** Boots a platform for one test file and stops it at the end. */
export async function bootPlatform(t: Teardown, options: BootOptions = {}): Promise<Harness> {
  const database = options.databaseUrl ? null : await cloneDatabase();
  const databaseUrl = options.databaseUrl ?? String(database?.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-'));
  const conduct = new Conduct();
  const platform = await createPlatform({
    environment: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_BURST: '1000000',
      ...options.environment,
    },
    checkReplies: options.checkReplies ?? true,
    onRoute: conduct.note,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.logger ? { logger: options.logger } : {}),
    overrides: [quickPasswords, ...(options.overrides ?? [])],
    ...(options.modules ? { modules: options.modules } : {}),
    ...(options.work === undefined ? {} : { work: options.work }),
  });
  t.teardown(async () => {
    await platform.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
    conduct.assertGood(options.judgesRecords ?? false);
  });
  return new Harness(platform, databaseUrl);
}
