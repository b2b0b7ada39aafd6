import { PfSenseController, type PfSenseEndpoint, type PfSenseOptions } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import type { Test } from 'tap';
import { ApiClient } from '../services/exchange/api-client.ts';
import { FirewallSession } from '../services/exchange/firewall-session.ts';
import { Models } from '../services/inventory/models.ts';
import { loadFeatures } from '../services/writes/features.ts';
import { stagedFeatures } from '../services/writes/staged-features.ts';

export { failureOf } from '@patchbay/test/kit';

export const models = new Models();
export const features = loadFeatures(models);
const staged = new Map(stagedFeatures(features, models).map((feature) => [feature.key, feature]));

export const featureOf = (name: string) => {
  const feature = staged.get(`pfsense.${name}`);
  if (!feature) throw new Error(`no feature ${name}`);
  return feature;
};

export interface LabFirewall {
  readonly lab: PfSenseController;
  readonly endpoint: PfSenseEndpoint;
  readonly client: ApiClient;
  readonly session: FirewallSession;
}

type Options = PfSenseOptions & {
  readonly https?: boolean;
  readonly timeoutMs?: number;
  readonly useKey?: boolean;
};

/** A simulated firewall and a session with it, over real HTTP or HTTPS on loopback. */
export async function labFirewall(t: Test, options: Options = {}): Promise<LabFirewall> {
  const { https = false, timeoutMs = 5_000, useKey = false, ...given } = options;
  const lab = new PfSenseController({
    plain_http: !https,
    devices: 8,
    apply_ms: 20,
    reboot_ms: 60_000,
    ...given,
  });
  const endpoint = await lab.start();
  t.teardown(() => lab.stop());
  const { username, password, api_key } = endpoint.credentials;
  const fingerprint = endpoint.tls_fingerprint;
  const client = new ApiClient(nodeSend, {
    url: endpoint.url,
    credential: useKey ? { kind: 'key', secret: api_key } : { kind: 'password', username, secret: password },
    timeoutMs,
    ...(fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } }),
  });
  return { lab, endpoint, client, session: new FirewallSession(client, features, models) };
}

export const push = (
  operation: 'create' | 'update' | 'delete',
  payload: Record<string, unknown>,
  target_id: string | null = null,
) => ({ attempt_id: '0199aa00-0000-7000-8000-000000000001', operation, target_id, payload });
