import type { Outbound } from '@patchbay/kernel/outbound';
import { type ControllerTarget, outboundSend, unfitCredential, type Vendor } from '@patchbay/vendor-kit';
import { ApiClient } from './services/exchange/api-client.ts';
import { FirewallSession } from './services/exchange/firewall-session.ts';
import { firewallRehearsal } from './services/exchange/rehearsal.ts';
import { identify } from './services/inventory/identify.ts';
import { firewallRules } from './services/readings/rules.ts';
import { firewallTunnels } from './services/readings/tunnels.ts';
import { firewallVlans } from './services/readings/vlans.ts';
import { ownedOnBrain } from './services/writes/brain-features.ts';
import { loadFeatures } from './services/writes/features.ts';
import { touchesPath } from './services/writes/reached-through.ts';
import { stagedFeatures } from './services/writes/staged-features.ts';

const features = loadFeatures();

export const firewallFeatures = stagedFeatures(features);

/** The OPNsense firewall family. */
export const opnsenseVendor = (outbound: Pick<Outbound, 'send'>): Vendor => ({
  id: 'opnsense',
  title: 'OPNsense',
  gateway: true,
  feature_prefix: 'opnsense.',
  routing: { kind: 'controller_scoped', families: ['opnsense'] },
  areas: [...new Set(features.map(({ area }) => area))],
  identify,
  vlans: firewallVlans,
  brain: { owns: ownedOnBrain },
  firewall: firewallRules,
  vpn: firewallTunnels,
  touchesPath,
  rehearsal: firewallRehearsal,
  connect: (target) => connect(outbound, target),
});

/** A missing or unfit sign-in fails at the first exchange, as the firewall itself would refuse it. */
function connect(
  outbound: Pick<Outbound, 'send'>,
  { url, tls, credential, guard, through }: ControllerTarget,
): FirewallSession {
  const key = credential?.kind === 'token' ? null : (credential?.username ?? null);
  const client = new ApiClient(outboundSend(outbound, through ? { through } : {}), {
    url,
    key: key ?? '',
    secret: credential?.secret ?? '',
    tls,
  });
  const isFit = key !== null && key !== '';
  const held = isFit ? guard : refuseAll;
  return new FirewallSession(client, features, { url, ...(held ? { guard: held } : {}) });
}

const refuseAll = unfitCredential(
  'OPNsense needs a credential of kind key: the API key as user name, its secret as secret.',
);
