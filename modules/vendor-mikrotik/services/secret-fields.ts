import { foldFieldName, isSecretField } from '@patchbay/kernel/telemetry';

const routerSecrets = /(password|passphrase|secret|psk|presharedkey|sharedkey|privatekey|authkey|wepkey\d?)$/;

/** Fields whose value the platform neither keeps nor shows (`private-key`, `preshared-key`, `ipsec-secret`). */
export const isRouterSecret = (name: string): boolean =>
  isSecretField(name) || routerSecrets.test(foldFieldName(name));
