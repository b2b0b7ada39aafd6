import type { Outbound } from '@patchbay/kernel/outbound';
import { type ControllerTarget, outboundSend, unfitCredential, type Vendor } from '@patchbay/vendor-kit';
import { ApiClient } from './services/exchange/api-client.ts';
import { firewallQueue } from './services/exchange/firewall-queue.ts';
import { FirewallSession, type InTurn } from './services/exchange/firewall-session.ts';
import { firewallRehearsal } from './services/exchange/rehearsal.ts';
import type { FirewallCredential } from './services/exchange/sign-in.ts';
import { Models } from './services/inventory/models.ts';
import { firewallRules } from './services/readings/rules.ts';
import { firewallTunnels } from './services/readings/tunnels.ts';
import { firewallVlans } from './services/readings/vlans.ts';
import { ownedOnBrain } from './services/writes/brain-features.ts';
import { FEATURE_PREFIX, loadFeatures } from './services/writes/features.ts';
import { touchesPath } from './services/writes/reached-through.ts';
import { stagedFeatures } from './services/writes/staged-features.ts';

const models = new Models();
const features = loadFeatures(models);
const writes = firewallQueue();

export const firewallFeatures = stagedFeatures(features, models);

/** The pfSense firewall family, through its REST API package. */
export const pfsenseVendor = (outbound: Pick<Outbound, 'send'>): Vendor => ({
  id: 'pfsense',
  title: 'pfSense',
  gateway: true,
  feature_prefix: FEATURE_PREFIX,
  routing: { kind: 'controller_scoped', families: ['pfsense'] },
  areas: [...new Set(features.map(({ area }) => area))],
  identify: (_feature, value) => (typeof value['target_id'] === 'string' ? value['target_id'] : null),
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
  { id, url, tls, credential, guard, through }: ControllerTarget,
): FirewallSession {
  const signIn = signInOf(credential);
  const client = new ApiClient(outboundSend(outbound, through ? { through } : {}), {
    url,
    credential: signIn ?? { kind: 'key', secret: '' },
    tls,
    ...(signIn === null ? { guard: refuseAll } : guard === undefined ? {} : { guard }),
  });
  const path = { url, username: signIn?.kind === 'password' ? signIn.username : null };
  const inTurn: InTurn = (work) => writes.run(id, work);
  return new FirewallSession(client, features, models, { inTurn, path });
}

function signInOf(credential: ControllerTarget['credential']): FirewallCredential | null {
  if (credential === null) return null;
  const { kind, username, secret } = credential;
  if (kind !== 'password') return { kind: 'key', secret };
  return username === null ? null : { kind, username, secret };
}

const refuseAll = unfitCredential(
  'pfSense needs a credential of kind key or token, or of kind password with a user name.',
);
