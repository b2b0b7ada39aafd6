import type { Test } from 'tap';
import { type KernelConfig, readKernelConfig } from '../../../../config/index.ts';
import { forbidden, unauthenticated } from '../../../../errors/index.ts';
import {
  type Authenticator,
  type Credential,
  definePermission,
  PermissionMap,
  type Principal,
  type RoleName,
} from '../../../../permissions/index.ts';
import { ManualClock, PrometheusMetrics, silentLogger } from '../../../../telemetry/index.ts';
import { MemoryCache } from '../../../cache/index.ts';
import type { Database } from '../../../database/index.ts';
import {
  type AnyRoute,
  HttpServer,
  type HttpServerOptions,
  type ModuleState,
  type MountedRoute,
} from '../../index.ts';

export const ORGANIZATION = '018f0000-0000-7000-8000-000000000001';

export const principalOf = (role: RoleName, over: Partial<Principal> = {}): Principal => ({
  kind: 'user',
  user_id: '018f0000-0000-7000-8000-0000000000aa',
  organization_id: ORGANIZATION,
  role,
  scopes: null,
  site_ids: null,
  key_id: null,
  session_id: null,
  token_version: 0,
  ...over,
});

/** Takes role names as tokens: `Bearer viewer`; `expired` and `inactive` are refused, `broken` fails. */
export const roleAuthenticator: Authenticator = {
  async authenticate({ kind, value }: Credential): Promise<Principal | null> {
    if (value === 'expired') throw unauthenticated();
    if (value === 'inactive') throw forbidden();
    if (value === 'broken') throw new Error('secret stack of the authenticator');
    if (value === 'scoped')
      return principalOf('org_admin', { kind: 'api_key', scopes: ['device:read'], key_id: 'k' });
    if (!['super_admin', 'org_admin', 'operator', 'viewer'].includes(value)) return null;
    return principalOf(value as RoleName, kind === 'api_key' ? { kind: 'api_key', key_id: 'k' } : {});
  },
  epochOf: () => 0,
  revalidate: async (principal) => principal,
};

export const permissionMap = new PermissionMap([
  definePermission({ id: 'device:read', title: 'Read devices', lowest: 'viewer' }),
  definePermission({ id: 'device:write', title: 'Change devices', lowest: 'operator' }),
  definePermission({ id: 'settings:read', title: 'Read settings', lowest: 'site_admin' }),
]);

const noDatabase: Pick<Database, 'write' | 'asSystem'> = {
  write: () => Promise.reject(new Error('no database here')),
  asSystem: () => Promise.reject(new Error('no database here')),
};

export const mount = (route: AnyRoute, state: () => ModuleState = () => 'enabled'): MountedRoute => ({
  route,
  moduleId: 'test',
  state,
  deps: {},
});

export interface Assembly {
  readonly http: HttpServer;
  readonly clock: ManualClock;
  readonly port: number;
  /** Requests a path below `/api/v1`, or a whole one when it starts with `=`. */
  call(path: string, init?: CallOptions): Promise<Called>;
}

export interface CallOptions {
  readonly method?: string;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly json: any;
}

export const configOf = (environment: Record<string, string> = {}): KernelConfig =>
  readKernelConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment });

/** A server on loopback that ends with the test. */
export async function assemble(
  t: Test,
  routes: readonly (AnyRoute | MountedRoute)[],
  over: Partial<HttpServerOptions> & { readonly environment?: Record<string, string> } = {},
): Promise<Assembly> {
  const clock = new ManualClock();
  const { environment, ...options } = over;
  const http = new HttpServer({
    config: configOf(environment),
    logger: silentLogger,
    metrics: new PrometheusMetrics(),
    clock,
    cache: new MemoryCache({ clock, logger: silentLogger }),
    permissionMap,
    database: noDatabase,
    idempotencyKeys: [{ key: Buffer.alloc(32, 1) }],
    csrfTokens: { isOf: () => true },
    authenticators: { values: [roleAuthenticator], version: 1 },
    routes: routes.map((each) => ('route' in each ? each : mount(each))),
    validateReplies: true,
    ...options,
  });
  http.compileAll();
  const port = await http.listen();
  t.teardown(() => http.close(200));
  const call = async (path: string, init: CallOptions = {}): Promise<Called> => {
    const url = path.startsWith('=') ? path.slice(1) : `/api/v1${path}`;
    const headers: Record<string, string> = { ...init.headers };
    if (init.as !== undefined) headers['authorization'] = `Bearer ${init.as}`;
    if (init.json !== undefined) headers['content-type'] ??= 'application/json';
    const body = init.json === undefined ? init.body : JSON.stringify(init.json);
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: init.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  return { http, clock, port, call };
}
