import { createHash } from 'node:crypto';
import type { Outbound } from '@patchbay/kernel/outbound';
import { type ControllerTarget, outboundSend, unfitCredential, type Vendor } from '@patchbay/vendor-kit';
import { behaviours } from './services/behaviours/behaviours.ts';
import { ConsoleConnection, type ConsoleCredential } from './services/exchange/console-connection.ts';
import { consoleRehearsal } from './services/exchange/rehearsal.ts';
import { SignIns } from './services/exchange/sign-ins.ts';
import { UnifiClient } from './services/exchange/unifi-client.ts';
import { UnifiSession } from './services/exchange/unifi-session.ts';
import { consoleFirewall } from './services/readings/rules.ts';
import { consoleTunnels } from './services/readings/tunnels.ts';
import { networkVlans } from './services/readings/vlans.ts';
import { consoleWifi } from './services/readings/wifi.ts';
import { ownedOnBrain } from './services/writes/brain-features.ts';
import { loadFeatures } from './services/writes/features.ts';
import { touchesPath } from './services/writes/reached-through.ts';
import { stagedFeatures } from './services/writes/staged-features.ts';

const features = loadFeatures();
const known = behaviours(features);

export const unifiFeatures = stagedFeatures(features, known);

/** The site-scoped family. Sessions of password sign-ins are kept, because the product counts logins. */
export function unifiVendor(outbound: Pick<Outbound, 'send'>): Vendor {
  const signIns = new SignIns();
  return {
    id: 'unifi',
    title: 'UniFi Network',
    gateway: true,
    routing: { kind: 'site_scoped' },
    areas: [...new Set(features.map(({ area }) => area))],
    identify: (feature, value) => known.get(feature)?.identify?.(value) ?? null,
    touchesPath,
    vlans: networkVlans,
    brain: { owns: ownedOnBrain },
    wifi: consoleWifi,
    firewall: consoleFirewall,
    vpn: consoleTunnels,
    rehearsal: consoleRehearsal,
    connect: (target) => connect(outbound, signIns, target),
  };
}

/** A missing or unfit sign-in fails at the first exchange, as the console itself would refuse it. */
function connect(outbound: Pick<Outbound, 'send'>, signIns: SignIns, target: ControllerTarget): UnifiSession {
  const { url, tls, guard, site, through } = target;
  const credential = credentialOf(target);
  const options = { url, tls, credential: credential ?? { kind: 'key' as const, key: '' } };
  const connection = new ConsoleConnection(
    outboundSend(outbound, through ? { through } : {}),
    options,
    signIns.of(keyOf(target)),
  );
  const client = new UnifiClient(connection, site, credential ? guard : refuseAll);
  return new UnifiSession({ client, features, behaviours: known, url });
}

function credentialOf({ credential }: ControllerTarget): ConsoleCredential | null {
  if (credential === null) return null;
  const { kind, username, secret } = credential;
  if (kind !== 'password') return { kind: 'key', key: secret };
  return username === null ? null : { kind: 'password', username, password: secret };
}

/**
 * Controllers of several sites on one console share one session, because the console counts logins; another address,
 * certificate or sign-in is another conversation. The secret itself is not kept.
 */
function keyOf({ url, tls, credential }: ControllerTarget): string {
  const { kind, username, secret } = credential ?? {};
  const parts = [URL.parse(url)?.origin, tls.verify, tls.fingerprint, kind, username, secret];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const refuseAll = unfitCredential('UniFi needs a key, or a credential of kind password with a user name.');
