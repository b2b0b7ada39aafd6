import { foldFieldName, isSecretField, REDACTED } from '@patchbay/kernel/telemetry';

const VENDOR_SECRETS =
  /(password|passphrase|secret|psk|presharedkey|sharedkey|privatekey|authkey|community)$/;

/**
 * Fields whose value the platform neither keeps nor shows. The classic interface marks them with `x_`
 * (`x_passphrase`, `x_ssh_username` too) and answers them in clear text.
 */
export const isUnifiSecret = (name: string): boolean =>
  name.startsWith('x_') || isSecretField(name) || VENDOR_SECRETS.test(foldFieldName(name));

/** The value without its secrets, at any depth: a marker shows that there is one, so that it does not seem absent. */
export function withoutSecrets<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isUnifiSecret(name) ? REDACTED : cleaned(inner)]),
  );
}
