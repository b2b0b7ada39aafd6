import type { Dependency } from '@patchbay/kernel/di';
import type { Platform } from '@patchbay/kernel/modules';
import type { RoleName } from '@patchbay/kernel/permissions';
import { type Answer, type CallOptions, call } from './http-client.ts';

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
    return this.created(await this.owner(), '/organizations', { name });
  }

  /** A signed-in user of this role; in the first organization unless told otherwise. */
  async person(role: RoleName, organization_id?: string): Promise<Person> {
    const owner = await this.owner();
    if (role === 'super_admin' && (organization_id ?? owner.organization_id) === owner.organization_id)
      return owner;
    this.#people += 1;
    const username = `${role.replace('_', '-')}-${this.#people}`;
    const email = `${username}@example.com`;
    const place = organization_id ? { organization_id } : {};
    await this.created(owner, '/users', { email, username, password: PASSWORD, role, ...place });
    return this.signIn(email);
  }

  /** A site of the person's organization; answers its id. */
  site(as: Person, name: string): Promise<string> {
    return this.created(as, '/sites', { name });
  }

  /** Creates what that path creates; answers its id. */
  async created(as: Person, path: string, body: object): Promise<string> {
    const answer = await this.call('POST', path, { as, body });
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.id;
  }
}
