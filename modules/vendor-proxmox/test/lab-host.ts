import { ProxmoxController, type ProxmoxEndpoint, type ProxmoxOptions } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import type { Push, Send } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import { HostClient, type HostClientOptions, type SignIn } from '../services/exchange/host-client.ts';
import { HostSession } from '../services/exchange/host-session.ts';
import { Tickets } from '../services/exchange/tickets.ts';
import { features, proxmoxFeatures } from '../vendor.ts';

export { failureOf } from '@patchbay/test/kit';

export interface LabHost {
  readonly lab: ProxmoxController;
  readonly endpoint: ProxmoxEndpoint;
  readonly session: HostSession;
  /** Another conversation with the same cluster, under a sign-in of its own. */
  readonly as: (signIn: SignIn, options?: Partial<HostClientOptions>) => HostSession;
  /** Every call that was sent, as `METHOD /path`. */
  readonly calls: string[];
}

/** A simulated cluster and a conversation with it, over real HTTP or HTTPS on loopback. */
export async function labHost(
  t: Test,
  own: ProxmoxOptions & { readonly https?: boolean; readonly timeoutMs?: number } = {},
): Promise<LabHost> {
  const { https = false, timeoutMs = 5_000, ...rest } = own;
  const quick = { task_ms: 15, unauthorized_ms: 1, reboot_ms: 50 };
  const lab = new ProxmoxController({ plain_http: !https, ...quick, ...rest });
  const endpoint = await lab.start();
  t.teardown(() => lab.stop());
  const { url, credentials, tls_fingerprint: fingerprint } = endpoint;
  const calls: string[] = [];
  const send: Send = (request) => {
    calls.push(
      `${request.method} ${decodeURIComponent(new URL(request.url).pathname).slice('/api2/json'.length)}`,
    );
    return nodeSend(request);
  };
  const tls = fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } };
  const as = (signIn: SignIn, options: Partial<HostClientOptions> = {}) => {
    const client = new HostClient(send, new Tickets(), { url, ...tls, timeoutMs, signIn, ...options });
    return new HostSession(client, features, { url, pollMs: 5 });
  };
  return { lab, endpoint, session: as({ kind: 'token', token: credentials.api_key }), as, calls };
}

const byName = new Map(proxmoxFeatures.map((feature) => [feature.key.slice('vmhost.'.length), feature]));

/** A staged feature by its name without the prefix. */
export function featureOf(name: string) {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`no feature ${name}`);
  return found;
}

export const push = (
  operation: Push['operation'],
  payload: Push['payload'] = {},
  target_id: string | null = null,
  signal?: AbortSignal,
): Push => ({
  attempt_id: '0199aa00-0000-7000-8000-000000000001',
  operation,
  target_id,
  payload,
  ...(signal ? { signal } : {}),
});

/** One copy of what can be set. */
export const copyOf = (
  lab: ProxmoxController,
  copy: 'saved' | 'running',
): Readonly<Record<string, unknown>> => lab.state()[copy] as Readonly<Record<string, unknown>>;
