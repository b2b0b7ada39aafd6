import type { Outbound } from '@patchbay/kernel/outbound';
import { type ControllerTarget, outboundSend, unfitCredential, type Vendor } from '@patchbay/vendor-kit';
import { HostClient, type SignIn } from './services/exchange/host-client.ts';
import { HostSession } from './services/exchange/host-session.ts';
import { Tickets } from './services/exchange/tickets.ts';
import { objectIdOf } from './services/inventory/object-kinds.ts';
import { loadOperations } from './services/schemas/operations.ts';
import { FEATURE_PREFIX, loadFeatures } from './services/writes/features.ts';
import { touchesPath } from './services/writes/reached-through.ts';
import { stagedFeatures } from './services/writes/staged-features.ts';

export const operations = loadOperations();
export const features = loadFeatures(operations);

export const proxmoxFeatures = stagedFeatures(features, operations);

/** The hypervisor family: a Proxmox VE cluster, reached at any of its nodes. */
export function proxmoxVendor(outbound: Pick<Outbound, 'send'>): Vendor {
  const tickets = new Tickets();
  return {
    id: 'proxmox',
    title: 'Proxmox VE',
    gateway: false,
    feature_prefix: FEATURE_PREFIX,
    routing: { kind: 'controller_scoped', families: ['vmhost'] },
    areas: [...new Set(features.map(({ area }) => area))],
    identify: objectIdOf,
    pools: true,
    touchesPath,
    connect: (target) => connect(outbound, tickets, target),
  };
}

/** A missing or unfit sign-in fails at the first exchange, as the host itself would refuse it. */
function connect(outbound: Pick<Outbound, 'send'>, tickets: Tickets, target: ControllerTarget): HostSession {
  const { url, tls, guard } = target;
  const signIn = signInOf(target);
  const passed = signIn === null ? refuseAll : guard;
  const client = new HostClient(outboundSend(outbound), tickets, {
    url,
    tls,
    signIn: signIn ?? { kind: 'token', token: '' },
    ...(passed === undefined ? {} : { guard: passed }),
  });
  return new HostSession(client, features, { url });
}

const TOKEN_PATTERN = /^[^\s:/!=]+@[A-Za-z][\w.-]*![A-Za-z][\w.-]*=[0-9A-Za-z-]{8,128}$/;

/** A user without a realm is one of the node's own system. */
export function signInOf({ credential }: Pick<ControllerTarget, 'credential'>): SignIn | null {
  if (credential === null) return null;
  const { kind, username, secret } = credential;
  if (kind === 'password') {
    if (username === null || username === '') return null;
    return {
      kind: 'password',
      username: username.includes('@') ? username : `${username}@pam`,
      password: secret,
    };
  }
  const token = secret.includes('=') ? secret : `${username ?? ''}=${secret}`;
  return TOKEN_PATTERN.test(token) ? { kind: 'token', token } : null;
}

const refuseAll = unfitCredential(
  'Proxmox VE needs a credential of kind token (user@realm!name and its secret), or of kind password with a user name.',
);
