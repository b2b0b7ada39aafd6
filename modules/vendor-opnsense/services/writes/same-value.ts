import type { VendorValue } from '@patchbay/vendor-kit';
import { type FieldLeaf, type FieldTree, isGroup } from '../inventory/models.ts';
import { isFirewallSecret } from './secret-fields.ts';

/** Types the firewall stores in lower case, or that mean the same in any. */
const foldedTypes = new Set([
  'NetworkField',
  'MacAddressField',
  'HostnameField',
  'NetworkAliasField',
  'BooleanField',
]);
const NUMBER = /^-?\d{1,15}$/;

/** Dotted names of the fields in `sent` that `live` does not show as sent; secrets cannot be compared. */
export function differences(
  fields: FieldTree,
  sent: VendorValue,
  live: VendorValue,
  prefix = '',
): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const node = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const shown = Object.hasOwn(live, name) ? live[name] : undefined;
    if (node === undefined || isFirewallSecret(name)) return [];
    if (isGroup(node)) {
      return differences(node.fields, asObject(value), asObject(shown), `${prefix}${name}.`);
    }
    return node.reported || sameText(node, textOf(value), textOf(shown)) ? [] : [prefix + name];
  });
}

const asObject = (value: unknown): VendorValue =>
  typeof value === 'object' && value !== null ? (value as VendorValue) : {};

/** A value as it is sent: text, truth values as `1` and `0`. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === null || value === undefined ? '' : String(value);
}

function sameText(leaf: FieldLeaf, sent: string, live: string): boolean {
  if (sent === live) return true;
  // An unset truth value is a false one.
  if (leaf.type === 'BooleanField') return (sent || '0') === (live || '0');
  return canonical(leaf, sent) === canonical(leaf, live);
}

/** One spelling: parts of lists trimmed and sorted, numbers without leading zeros. */
function canonical({ type }: FieldLeaf, text: string): string {
  const parts = text.split(/[,\n]/).map((part) => {
    const trimmed = part.trim();
    if (NUMBER.test(trimmed)) return String(Number(trimmed));
    return foldedTypes.has(type) ? trimmed.toLowerCase() : trimmed;
  });
  return parts
    .filter((part) => part !== '')
    .sort()
    .join(',');
}
