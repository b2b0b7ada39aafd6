import type { ChangeOperation } from '@patchbay/vendor-kit';
import type { FirewallFeature } from './features.ts';
import { isOrdered } from './payload-schema.ts';

/** Parts that making an object again, or setting it back, does not bring. */
export function undoCaution(
  { model, kind }: FirewallFeature,
  operation: ChangeOperation,
): string | undefined {
  if (kind !== 'object' && kind !== 'settings') return undefined;
  const parts: string[] = [];
  if (operation === 'delete' && isOrdered(model)) parts.push('It comes back at the end of its list.');
  const hasSecrets = [...model.fields.values()].some(({ sensitive }) => sensitive);
  if (operation !== 'create' && hasSecrets) parts.push('Secrets are not known and are not put back.');
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Value that makes a field as if it had never been set; undefined where there is none. */
export function unsetValue({ model }: FirewallFeature, name: string): unknown {
  const field = model.fields.get(name);
  if (field === undefined || field.read_only || field.sensitive) return undefined;
  if (field.allow_null || Object.keys(field.conditions).length > 0) return null;
  if (field.many) return field.allow_empty ? [] : undefined;
  if (field.default !== null && field.default !== undefined) return field.default;
  return field.type === 'string' && field.allow_empty ? '' : undefined;
}
