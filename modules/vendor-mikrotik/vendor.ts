import type { Outbound } from '@patchbay/kernel/outbound';
import { type ControllerTarget, outboundSend, unfitCredential, type Vendor } from '@patchbay/vendor-kit';
import { CONFIRM_MECHANISM, coveredFeatures } from './services/exchange/device-confirm.ts';
import { routerRehearsal } from './services/exchange/rehearsal.ts';
import { RouterOsClient } from './services/exchange/router-os-client.ts';
import { RouterSession } from './services/exchange/router-session.ts';
import { Menus } from './services/inventory/menus.ts';
import { routerFirewall } from './services/readings/rules.ts';
import { routerTunnels } from './services/readings/tunnels.ts';
import { routerVlans } from './services/readings/vlans.ts';
import { routerWifi } from './services/readings/wifi.ts';
import { ownedOnBrain } from './services/writes/brain-features.ts';
import { loadFeatures } from './services/writes/features.ts';
import { touchesPath } from './services/writes/reached-through.ts';
import { stagedFeatures } from './services/writes/staged-features.ts';

const features = loadFeatures();
const menus = new Menus();
const covered = coveredFeatures(features);

export const routerFeatures = stagedFeatures(features, menus);

/** The router-OS family: two parallel route families, `mikrotik` and `routeros`. */
export const mikrotikVendor = (outbound: Pick<Outbound, 'send'>): Vendor => ({
  id: 'mikrotik',
  title: 'MikroTik RouterOS',
  gateway: true,
  feature_prefix: 'routeros.',
  routing: { kind: 'controller_scoped', families: ['mikrotik', 'routeros'] },
  areas: [...new Set(features.map(({ area }) => area))],
  identify: (_feature, value) => (typeof value['.id'] === 'string' ? value['.id'] : null),
  confirm: { mechanism: CONFIRM_MECHANISM, covers: (feature) => covered.has(feature) },
  vlans: routerVlans,
  brain: { owns: ownedOnBrain },
  wifi: routerWifi,
  firewall: routerFirewall,
  vpn: routerTunnels,
  touchesPath,
  rehearsal: routerRehearsal,
  connect: (target) => connect(outbound, target),
});

/** A missing or unfit sign-in fails at the first exchange, as the router itself would refuse it. */
function connect(
  outbound: Pick<Outbound, 'send'>,
  { url, tls, credential, guard, through }: ControllerTarget,
): RouterSession {
  const isFit = credential?.kind === 'password' && credential.username !== null;
  const username = credential?.username ?? '';
  const client = new RouterOsClient(outboundSend(outbound, through ? { through } : {}), {
    url,
    username,
    password: credential?.secret ?? '',
    tls,
  });
  return new RouterSession(client, features, menus, isFit ? guard : refuseAll, { url, username });
}

const refuseAll = unfitCredential('RouterOS needs a credential of kind password with a user name.');
