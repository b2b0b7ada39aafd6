import { foldFieldName, isSecretField } from '@patchbay/kernel/telemetry';

const deviceSecrets =
  /(password|passphrase|passwd|pwd|secret|psk|presharedkey|sharedkey|privatekey|privkey|authkey|backhaulkey|wpakey|pincode|wpspin|appin)$/;
/** Options of wireless sections that hold the key itself; `key` of a web server or a tunnel names a file. */
const KEYED = /^(key|key[1-4])$/;

/** Options whose value the platform neither keeps nor shows (`key` of a network, `private_key` of a tunnel). */
export const isDeviceSecret = (name: string): boolean =>
  KEYED.test(name) || isSecretField(name) || deviceSecrets.test(foldFieldName(name));
