import type { Outbound } from '@patchbay/kernel/outbound';
import { type ControllerTarget, outboundSend, unfitCredential, type Vendor } from '@patchbay/vendor-kit';
import { networkCommands } from './services/commands/network-commands.ts';
import { serviceCommands } from './services/commands/service-commands.ts';
import { systemCommands } from './services/commands/system-commands.ts';
import { OpenWrtSession } from './services/exchange/openwrt-session.ts';
import { SessionPool } from './services/exchange/session-pool.ts';
import { deviceFirewall } from './services/readings/rules.ts';
import { deviceTunnels } from './services/readings/tunnels.ts';
import { deviceVlans } from './services/readings/vlans.ts';
import { uciWifi } from './services/readings/wifi.ts';
import { ownedOnBrain } from './services/writes/brain-features.ts';
import { loadFeatures } from './services/writes/features.ts';
import { touchesPath } from './services/writes/reached-path.ts';
import { stagedFeatures } from './services/writes/staged-features.ts';

export const features = loadFeatures();
export const commands = new Map(
  Object.entries({ ...networkCommands, ...serviceCommands, ...systemCommands }),
);

export const openWrtFeatures = stagedFeatures(features, commands);

const inConfiguration = new Set(features.filter(({ place }) => place !== null).map(({ name }) => name));

/** The wireless family: OpenWrt with rpcd behind its `/ubus` bridge. */
export function openWrtVendor(outbound: Pick<Outbound, 'send'>): Vendor {
  const pool = new SessionPool();
  return {
    id: 'openwrt',
    title: 'OpenWrt',
    gateway: true,
    feature_prefix: 'openwrt.',
    routing: { kind: 'controller_scoped', families: ['openwrt'] },
    areas: [...new Set(features.map(({ area }) => area))],
    identify: (feature, value) => {
      const { place } = features.find(({ name }) => name === feature) ?? {};
      const id = value['.id'];
      return place?.section || typeof id !== 'string' ? null : id;
    },
    confirm: {
      mechanism: 'uci apply with roll-back',
      covers: (feature) => inConfiguration.has(feature),
    },
    touchesPath,
    vlans: deviceVlans,
    brain: { owns: ownedOnBrain },
    wifi: uciWifi,
    firewall: deviceFirewall,
    vpn: deviceTunnels,
    connect: (target) => connect(outbound, pool, target),
  };
}

/** A missing or unfit sign-in fails at the first exchange, as the device itself would refuse it. */
function connect(
  outbound: Pick<Outbound, 'send'>,
  pool: SessionPool,
  { id, url, tls, credential, guard }: ControllerTarget,
): OpenWrtSession {
  const isFit = credential?.kind === 'password' && credential.username !== null;
  const signIn = { username: credential?.username ?? '', password: credential?.secret ?? '' };
  const passed = isFit ? guard : refuseAll;
  const options = { url, tls, ...signIn, ...(passed === undefined ? {} : { guard: passed }) };
  return new OpenWrtSession({ id, send: outboundSend(outbound), options, pool, features, commands });
}

const refuseAll = unfitCredential('OpenWrt needs a credential of kind password with a user name.');
