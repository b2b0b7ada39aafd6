import { UnifiController, type UnifiOptions } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import type { ControllerTarget } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import { behaviours } from '../services/behaviours/behaviours.ts';
import { ConsoleConnection, type ConsoleCredential } from '../services/exchange/console-connection.ts';
import { type SignIn, SignIns } from '../services/exchange/sign-ins.ts';
import { UnifiClient } from '../services/exchange/unifi-client.ts';
import { UnifiSession } from '../services/exchange/unifi-session.ts';
import { loadFeatures } from '../services/writes/features.ts';

export const features = loadFeatures();
export const known = behaviours(features);

export interface LabConsole {
  readonly lab: UnifiController;
  readonly session: UnifiSession;
  readonly client: UnifiClient;
  readonly url: string;
  readonly fingerprint: string | undefined;
  readonly credentials: { readonly username: string; readonly password: string; readonly api_key?: string };
  /** Another conversation with the same console. */
  open(options?: OpenOptions): UnifiSession;
}

export interface OpenOptions {
  readonly credential?: ConsoleCredential;
  readonly signIn?: SignIn;
  readonly site?: ControllerTarget['site'];
  readonly guard?: ControllerTarget['guard'];
  readonly timeoutMs?: number;
}

/** A simulated console and a session with it by key, over real HTTP or HTTPS on loopback. */
export async function labConsole(
  t: Test,
  {
    https = false,
    timeoutMs = 5_000,
    ...options
  }: UnifiOptions & { https?: boolean; timeoutMs?: number } = {},
): Promise<LabConsole> {
  const lab = new UnifiController({ plain_http: !https, devices: 8, reboot_ms: 60_000, ...options });
  const { url, credentials, tls_fingerprint: fingerprint } = await lab.start();
  t.teardown(() => lab.stop());
  const clientOf = (open: OpenOptions = {}): UnifiClient => {
    const { signIn = new SignIns().of('lab'), site, guard } = open;
    const credential = open.credential ?? { kind: 'key', key: credentials.api_key ?? '' };
    const tls = fingerprint === undefined ? {} : { tls: { verify: false, fingerprint } };
    const limits = { timeoutMs: open.timeoutMs ?? timeoutMs };
    return new UnifiClient(
      new ConsoleConnection(nodeSend, { url, credential, ...tls, ...limits }, signIn),
      site,
      guard,
    );
  };
  const client = clientOf();
  return {
    lab,
    client,
    url,
    credentials,
    fingerprint,
    session: new UnifiSession({ client, features, behaviours: known, url }),
    open: (open) => new UnifiSession({ client: clientOf(open), features, behaviours: known, url }),
  };
}
