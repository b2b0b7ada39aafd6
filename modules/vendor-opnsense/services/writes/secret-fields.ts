import { foldFieldName, isSecretField } from '@patchbay/kernel/telemetry';

const FIREWALL_SECRETS = /(password|secret|psk|privkey|privatekey|otpseed|apikeys|^key)$/;

/** Fields whose value the platform neither keeps nor shows (`privkey`, `Key` of a pre-shared key, `otp_seed`). */
export const isFirewallSecret = (name: string): boolean =>
  isSecretField(name) || FIREWALL_SECRETS.test(foldFieldName(name));
