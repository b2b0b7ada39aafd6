/** Match of a rule; null is any. */
interface Addresses {
  readonly negated: boolean;
  readonly networks: readonly string[];
  readonly names: readonly string[];
}

/** `!10.0.0.0/8, LAN`; null for any. */
export function addressText(addresses: Addresses | null): string | null {
  if (addresses === null) return null;
  const { negated, networks, names } = addresses;
  return `${negated ? '!' : ''}${[...names, ...networks].join(', ')}`;
}

export const listText = (list: readonly string[] | null): string | null =>
  list === null || list.length === 0 ? null : list.join(', ');

/** `ether1 → ether2`; a side that is any is left out. */
export function interfacesText(into: readonly string[] | null, out: readonly string[] | null): string | null {
  const [from, to] = [listText(into), listText(out)];
  if (from === null && to === null) return null;
  return to === null ? from : `${from ?? ''} → ${to}`.trim();
}

/** Names a rule over all firewalls. */
export const ruleKey = (
  controller_id: string,
  { feature, target_id }: { readonly feature: string; readonly target_id: string },
): string => `${controller_id} ${feature} ${target_id}`;
