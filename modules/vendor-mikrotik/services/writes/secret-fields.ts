import { foldFieldName, isSecretField, REDACTED } from '@patchbay/kernel/telemetry';

const ROUTER_SECRETS =
  /(password|passphrase|secret|psk|presharedkey|sharedkey|privatekey|authkey|wepkey\d?)$/;

/** Fields whose value the platform neither keeps nor shows (`private-key`, `preshared-key`, `ipsec-secret`). */
export const isRouterSecret = (name: string): boolean =>
  isSecretField(name) || ROUTER_SECRETS.test(foldFieldName(name));

/** Set, yet never printed. */
const unprinted: Readonly<Record<string, readonly string[]>> = { '/user': ['password'] };

/** Names of an object's secrets, without their values, so that an undo can warn of them. */
export function hiddenSecrets(menu: string, row: Readonly<Record<string, string>>): Record<string, string> {
  const printed = Object.keys(row).filter((name) => isRouterSecret(name) && row[name] !== '');
  return Object.fromEntries([...printed, ...(unprinted[menu] ?? [])].map((name) => [name, REDACTED]));
}
