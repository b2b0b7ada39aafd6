import {
  type AddressMatch,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VendorValue,
} from '@patchbay/vendor-kit';

/** Conditions of one side of a policy: addresses, ports, and the rest as texts. */
export interface Side {
  readonly address: AddressMatch | null;
  readonly ports: readonly string[] | null;
  readonly conditions: readonly string[];
}

export const valueIn = (value: VendorValue, field: string): VendorValue => {
  const inner = value[field];
  return typeof inner === 'object' && inner !== null ? { ...inner } : {};
};

const rowsIn = (value: VendorValue, field: string): readonly VendorValue[] => {
  const rows = value[field];
  return Array.isArray(rows) ? rows.filter((row): row is VendorValue => Object(row) === row) : [];
};

/** One side of a policy of the integration interface; lists it refers to are looked up. */
export function sideOf(side: VendorValue, which: 'source' | 'destination', objects: ObjectsByFeature): Side {
  const filter = valueIn(side, 'trafficFilter');
  const address = addressIn(valueIn(filter, 'ipAddressFilter'), objects) ?? networkIn(filter, objects);
  const portFilter = valueIn(filter, 'portFilter');
  const isOpposite = portFilter['matchOpposite'] === true;
  const told = new Set(['type', 'ipAddressFilter', 'networkFilter', ...(isOpposite ? [] : ['portFilter'])]);
  return {
    address,
    ports: isOpposite ? null : portsIn(portFilter, objects),
    conditions: Object.keys(filter)
      .filter((field) => !told.has(field))
      .map((field) => `${which}.${field}=${JSON.stringify(filter[field])}`),
  };
}

function addressIn(filter: VendorValue, objects: ObjectsByFeature): AddressMatch | null {
  if (Object.keys(filter).length === 0) return null;
  const list = textIn(filter, 'trafficMatchingListId');
  const items = list === '' ? rowsIn(filter, 'items') : listItems(list, objects);
  const negated = filter['matchOpposite'] === true;
  if (items === null) return { negated, networks: [], names: [`list ${list}`] };
  return { negated, networks: items.map(spelled), names: [] };
}

function networkIn(filter: VendorValue, objects: ObjectsByFeature): AddressMatch | null {
  const networks = valueIn(filter, 'networkFilter');
  const ids = networks['networkIds'];
  if (!Array.isArray(ids)) return null;
  const names = ids.map((id: unknown) => {
    const found = objectsOf(objects, 'network.vlan').find((row) => row['id'] === id);
    return found ? `network ${textIn(found, 'name')}` : `network ${String(id)}`;
  });
  return { negated: networks['matchOpposite'] === true, networks: [], names };
}

function portsIn(filter: VendorValue, objects: ObjectsByFeature): readonly string[] | null {
  if (Object.keys(filter).length === 0) return null;
  const list = textIn(filter, 'trafficMatchingListId');
  const items = list === '' ? rowsIn(filter, 'items') : listItems(list, objects);
  return items === null ? [`list ${list}`] : items.map(spelled);
}

function listItems(id: string, objects: ObjectsByFeature): readonly VendorValue[] | null {
  const found = objectsOf(objects, 'firewall.matching_list').find((row) => row['id'] === id);
  return found ? rowsIn(found, 'items') : null;
}

/** A value, or a range from `start` to `stop`. */
const spelled = (item: VendorValue): string =>
  item['start'] === undefined ? textIn(item, 'value') : `${textIn(item, 'start')}-${textIn(item, 'stop')}`;
