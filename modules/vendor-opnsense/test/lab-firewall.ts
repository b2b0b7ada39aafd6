import { OpnsenseController, type OpnsenseOptions } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import type { Test } from 'tap';
import { ApiClient } from '../services/exchange/api-client.ts';
import { FirewallSession } from '../services/exchange/firewall-session.ts';
import { loadFeatures } from '../services/writes/features.ts';
import { stagedFeatures } from '../services/writes/staged-features.ts';

export { failureOf } from '@patchbay/test/kit';

export interface LabFirewall {
  readonly firewall: OpnsenseController;
  readonly client: ApiClient;
  readonly session: FirewallSession;
  readonly url: string;
}

type LabOptions = OpnsenseOptions & { readonly https?: boolean; readonly timeoutMs?: number };

/** A simulated firewall, a client and a session with it, over real HTTP or HTTPS on loopback. */
export async function labFirewall(
  t: Test,
  { https, timeoutMs, ...options }: LabOptions = {},
): Promise<LabFirewall> {
  const firewall = new OpnsenseController({ plain_http: !https, devices: 8, reboot_ms: 50, ...options });
  const { url, credentials, tls_fingerprint: fingerprint } = await firewall.start();
  t.teardown(() => firewall.stop());
  const client = new ApiClient(nodeSend, {
    url,
    key: credentials.username,
    secret: credentials.password,
    ...(fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } }),
    timeoutMs: timeoutMs ?? 5_000,
  });
  return { firewall, client, session: new FirewallSession(client, features, { pollMs: 5, url }), url };
}

export const features = loadFeatures();

const staged = new Map(stagedFeatures(features).map((feature) => [feature.key, feature]));

/** A staged feature by its name without the prefix. */
export function featureOf(name: string) {
  const feature = staged.get(`opnsense.${name}`);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature;
}

export const push = (
  operation: 'create' | 'update' | 'delete',
  payload: Readonly<Record<string, unknown>> = {},
  target_id: string | null = null,
) => ({ attempt_id: '0199aa00-0000-7000-8000-000000000001', operation, target_id, payload });

/** One copy of the configuration, by table. */
export const copyOf = (
  firewall: OpnsenseController,
  copy: 'saved' | 'running',
): Readonly<Record<string, readonly Record<string, string>[]>> =>
  firewall.state()[copy] as Readonly<Record<string, readonly Record<string, string>[]>>;
