import { isSecretField, scrub } from '@patchbay/kernel/telemetry';

const MAX_KEPT_CHARACTERS = 32_768;
/** Headers that carry credentials, beside the names of SPEC 6.3.5. */
const CREDENTIAL = /^(proxy-)?authorization$|(token|secret|password|cookie|key|signature)$/i;

const bounds = {
  isSecret: (name: string) => isSecretField(name) || CREDENTIAL.test(name),
  replacement: '[redacted]',
  maxDepth: 64,
  maxNodes: 10_000,
  maxStringLength: 16_384,
};

/** A value as a run may show it to every member of the organization; what is too large only says its size. */
export function keptValue(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const clean = scrub(value, bounds);
  const text = JSON.stringify(clean);
  return text !== undefined && text.length > MAX_KEPT_CHARACTERS ? { truncated: true, characters: text.length } : clean;
}
