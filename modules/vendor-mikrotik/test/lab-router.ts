import { RouterOsController } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import type { Test } from 'tap';
import { RouterOsClient } from '../services/exchange/router-os-client.ts';

export interface LabRouter {
  readonly router: RouterOsController;
  readonly client: RouterOsClient;
  readonly url: string;
  readonly fingerprint: string | undefined;
}

/** A simulated router and a client of it, over real HTTP or HTTPS on loopback. */
export async function labRouter(
  t: Test,
  options: { https?: boolean; devices?: number; timeoutMs?: number } = {},
): Promise<LabRouter> {
  const router = new RouterOsController({
    plain_http: !options.https,
    devices: options.devices ?? 8,
    reboot_ms: 60_000,
  });
  const { url, credentials, tls_fingerprint: fingerprint } = await router.start();
  t.teardown(() => router.stop());
  const tls = fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } };
  const client = new RouterOsClient(nodeSend, {
    url,
    ...credentials,
    ...tls,
    timeoutMs: options.timeoutMs ?? 5_000,
  });
  return { router, client, url, fingerprint };
}
