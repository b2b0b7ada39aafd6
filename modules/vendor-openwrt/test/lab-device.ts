import { OpenWrtController, type OpenWrtOptions } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import type { Push, Send, TransportRequest } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import { OpenWrtSession } from '../services/exchange/openwrt-session.ts';
import { SessionPool } from '../services/exchange/session-pool.ts';
import { UbusClient, type UbusClientOptions } from '../services/exchange/ubus-client.ts';
import { commands, features, openWrtFeatures } from '../vendor.ts';

export { failureOf } from '@patchbay/test/kit';

export interface LabDevice {
  readonly device: OpenWrtController;
  readonly client: UbusClient;
  readonly session: OpenWrtSession;
  /** Another conversation with the same device, as another process would have it. */
  readonly another: () => OpenWrtSession;
  readonly options: UbusClientOptions;
  /** Every call that was sent, as `object.method`. */
  readonly calls: string[];
  readonly fingerprint: string | undefined;
}

/** A simulated access point and conversations with it, over real HTTP or HTTPS on loopback. */
export async function labDevice(
  t: Test,
  own: OpenWrtOptions & { readonly https?: boolean; readonly timeoutMs?: number } = {},
): Promise<LabDevice> {
  const { https = false, timeoutMs = 5_000, ...rest } = own;
  const device = new OpenWrtController({ plain_http: !https, devices: 8, reboot_ms: 60_000, ...rest });
  const { url, credentials, tls_fingerprint: fingerprint } = await device.start();
  t.teardown(() => device.stop());
  const tls = fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } };
  const options = { url, ...credentials, ...tls, timeoutMs };
  const calls: string[] = [];
  const send: Send = (request) => {
    calls.push(nameOf(request));
    return nodeSend(request);
  };
  const another = () =>
    new OpenWrtSession({ id: 'lab', send, options, pool: new SessionPool(), features, commands });
  return {
    device,
    client: new UbusClient(send, options),
    session: another(),
    another,
    options,
    calls,
    fingerprint,
  };
}

function nameOf({ url, body }: TransportRequest): string {
  if (!url.endsWith('/ubus')) return 'upload';
  const { params } = JSON.parse(String(body)) as { params: string[] };
  return `${params[1]}.${params[2]}`;
}

export const featureOf = (name: string) => {
  const found = openWrtFeatures.find(({ key }) => key === `openwrt.${name}`);
  if (found === undefined) throw new Error(`no feature ${name}`);
  return found;
};

export const push = (
  operation: Push['operation'],
  payload: Record<string, unknown> = {},
  target_id: string | null = null,
): Push => ({ attempt_id: '0199aa00-0000-7000-8000-0000000000a1', operation, target_id, payload });
