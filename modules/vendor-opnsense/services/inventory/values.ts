import { isRecord } from '@patchbay/kernel/schema';
import type { VendorValue } from '@patchbay/vendor-kit';
import { isFirewallSecret } from '../writes/secret-fields.ts';
import { type FieldLeaf, type FieldTree, isGroup, type ObjectModel } from './models.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Fields have names such as `constructor`, which objects answer to by themselves. */
const own = (shown: Shown, name: string): unknown => (Object.hasOwn(shown, name) ? shown[name] : undefined);

const INTEGER_LIKE = /^\d{1,9}$/;
/** Lists whose order means something; of all others the firewall keeps a set. */
const orderedTypes = new Set(['NetworkField', 'HostnameField', 'MacAddressField', 'AliasContentField']);

/** Separator of the values of a field that takes several. */
const separatorOf = ({ type }: FieldLeaf): string => (type === 'AliasContentField' ? '\n' : ',');

const isList = ({ type, multiple }: FieldLeaf): boolean => multiple === true || type === 'AliasContentField';

/**
 * The configuration in one object, however it was shown: `get` gives maps of options with a mark on the selected
 * ones, `search` gives text, nested fields under dotted names. Both become the same value: text under the vendor's
 * names, without secrets and, unless asked, without what the firewall fills in.
 */
export function configurationOf(model: ObjectModel, shown: Shown, withReported = false): VendorValue {
  return treeValue(model.fields, completed(shown), '', withReported);
}

/** Names of configuration fields that a row does not show, or shows as labels instead of values. */
export function missingIn(model: ObjectModel, row: Shown): readonly string[] {
  return missingFields(model.fields, completed(row), '');
}

function missingFields(fields: FieldTree, row: Shown, prefix: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, node]) => {
    const path = prefix + name;
    if (isGroup(node)) return isRecord(own(row, path)) ? [] : missingFields(node.fields, row, `${path}.`);
    if (node.reported || isFirewallSecret(name)) return [];
    const value = own(row, path);
    return value === undefined || isLabel(node, value) ? [path] : [];
  });
}

/** Releases before raw values in rows show the label of an option where its value belongs. */
function isLabel({ type, options }: FieldLeaf, value: unknown): boolean {
  if (type !== 'OptionField' || options === undefined || typeof value !== 'string' || value === '')
    return false;
  return value.split(',').some((part) => !options.includes(part));
}

function treeValue(fields: FieldTree, shown: Shown, prefix: string, withReported: boolean): VendorValue {
  const value: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(fields)) {
    const found = own(shown, prefix + name);
    if (isGroup(node)) {
      const inner = isRecord(found)
        ? treeValue(node.fields, found, '', withReported)
        : treeValue(node.fields, shown, `${prefix}${name}.`, withReported);
      if (Object.keys(inner).length > 0) value[name] = inner;
    } else if (found !== undefined && !isFirewallSecret(name) && (withReported || !node.reported)) {
      value[name] = leafText(node, found);
    }
  }
  return value;
}

/** One field as text: selected keys of a map, parts of a list in a stable order, everything else as it is. */
function leafText(leaf: FieldLeaf, found: unknown): string {
  if (!isList(leaf)) return selectedKeys(found)?.[0] ?? plain(found);
  const separator = separatorOf(leaf);
  const parts = selectedKeys(found) ?? plain(found).split(separator);
  const kept = parts.filter((part) => part !== '');
  // Names made of digits lose their order on the way through JSON, so there the order cannot be kept.
  const isOrdered = orderedTypes.has(leaf.type) && !kept.some((part) => INTEGER_LIKE.test(part));
  return (isOrdered ? kept : kept.sort()).join(separator);
}

/** Keys marked as selected; null when this is no map of options. PHP prints keys 0, 1, 2 … as a list. */
function selectedKeys(found: unknown): string[] | null {
  if (typeof found !== 'object' || found === null) return null;
  const entries = Object.entries(found);
  const isOptions = entries.every(([, option]) => isRecord(option) && 'selected' in option);
  if (!isOptions) return null;
  return entries.filter(([, option]) => Number((option as Shown)['selected']) === 1).map(([key]) => key);
}

function plain(found: unknown): string {
  if (found === null || found === undefined || found === false) return '';
  if (found === true) return '1';
  return typeof found === 'object' ? JSON.stringify(found) : String(found);
}

/** Virtual addresses are written as one network and shown in two parts. */
function completed(shown: Shown): Shown {
  const { network, subnet, subnet_bits } = shown;
  const isSplit = network === undefined && typeof subnet === 'string' && typeof subnet_bits === 'string';
  return isSplit && subnet !== '' ? { ...shown, network: `${subnet}/${subnet_bits}` } : shown;
}
