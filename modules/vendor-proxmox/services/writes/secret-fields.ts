import { foldFieldName, isSecretField } from '@patchbay/kernel/telemetry';

const HOST_SECRETS = /(password|secret|apitoken|encryptionkey|masterpubkey|keyring|cipassword|tokenvalue)$/;

/** Fields whose value the platform neither keeps nor shows (`cipassword`, `encryption-key`, `keyring`). */
export const isHostSecret = (name: string): boolean =>
  isSecretField(name) || HOST_SECRETS.test(foldFieldName(name));
