import { AdapterError, DeviceError, type VendorValue } from '@patchbay/vendor-kit';
import { recordOf, rowsOf } from '../exchange/answers.ts';
import type { HostAccess } from '../exchange/host-access.ts';
import { filledPath, type PathValues, valuesOfTarget } from '../exchange/path-parameters.ts';
import { isHostSecret } from '../writes/secret-fields.ts';
import { allGuests, completed } from './guests.ts';
import type { ObjectKind, Scope } from './object-kinds.ts';

type Reader = Pick<HostAccess, 'get'>;

/** Every object of a kind; places that cannot be read (a node that is off) are left out of the list. */
export async function listObjects(
  access: Reader,
  kind: ObjectKind,
  places?: readonly PathValues[],
): Promise<readonly VendorValue[]> {
  const all: VendorValue[] = [];
  for (const place of places ?? (await placesOf(access, kind.scope))) {
    const reading = objectsIn(access, kind, place);
    const rows = await (kind.scope === 'cluster' ? reading : reading.catch(unlessAway));
    all.push(...rows);
  }
  return all;
}

/** The objects of one place of the scope; `running` asks for the copy that is in service. */
export async function objectsIn(
  access: Reader,
  kind: ObjectKind,
  place: PathValues,
  query: VendorValue = {},
): Promise<readonly VendorValue[]> {
  if (kind.list === null) {
    const { data } = await access.get(filledPath({ path: kind.item ?? '' }, place), query);
    return [shownObject(kind, place, recordOf(data)) ?? {}];
  }
  const rows = rowsOf((await access.get(filledPath({ path: kind.list }, place), query)).data);
  const shown: VendorValue[] = [];
  for (const row of rows) {
    const whole = kind.item === null ? row : await detailed(access, kind, row);
    const value = shownObject(kind, place, whole);
    if (value !== null) shown.push(value);
  }
  return shown;
}

/** The object a target names; null when it is not there. */
export async function readObject(
  access: Reader,
  kind: ObjectKind,
  target_id: string | null,
  query: VendorValue = {},
): Promise<VendorValue | null> {
  const named = valuesOfTarget(pathOf(kind), target_id);
  try {
    const place = await completed(access, kind.item ?? kind.list ?? '', named);
    if (kind.item !== null) {
      const { data } = await access.get(filledPath({ path: kind.item }, place), query);
      return shownObject(kind, place, recordOf(data));
    }
    const values = await objectsIn(access, kind, place, query);
    return values.find((value) => isNamed(kind, value, place)) ?? null;
  } catch (error) {
    if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
    throw error;
  }
}

/** A path with every name of the target, so that the target can be read by it. */
const pathOf = ({ names }: ObjectKind): string => names.map((name) => `{${name}}`).join('/');

const isNamed = (kind: ObjectKind, value: VendorValue, place: PathValues): boolean =>
  kind.names.every((name) => String(value[kind.fields?.[name] ?? name]) === place[name]);

async function detailed(access: Reader, kind: ObjectKind, row: VendorValue): Promise<VendorValue> {
  const values = Object.fromEntries(kind.names.map((name) => [name, String(row[name] ?? '')]));
  return { ...row, ...recordOf((await access.get(filledPath({ path: kind.item ?? '' }, values))).data) };
}

/** Configuration only and nothing secret, with the names of the place it stands in. */
function shownObject(kind: ObjectKind, place: PathValues, row: VendorValue): VendorValue | null {
  const shown = kind.shown ? kind.shown(row) : row;
  if (shown === null) return null;
  const left = new Set(['digest', ...(kind.live ?? [])]);
  const kept = Object.entries(shown).filter(
    ([name, value]) => !left.has(name) && value !== null && !isHostSecret(name),
  );
  return { ...inScope(kind, place), ...Object.fromEntries(kept) };
}

const scopeNames: Readonly<Record<Scope, readonly string[]>> = {
  cluster: [],
  node: ['node'],
  qemu: ['node', 'vmid'],
  lxc: ['node', 'vmid'],
  storage: ['node', 'storage'],
  vnet: ['vnet'],
};

const inScope = ({ scope, names }: ObjectKind, place: PathValues): VendorValue =>
  Object.fromEntries(
    [...new Set([...scopeNames[scope], ...(scope === 'cluster' ? names : [])])].flatMap((name) => {
      const value = place[name];
      return value === undefined ? [] : [[name, name === 'vmid' ? Number(value) : value]];
    }),
  );

/** Nodes that answer. */
export const onlineNodes = async (access: Reader): Promise<readonly string[]> =>
  rowsOf((await access.get('/nodes')).data)
    .filter(({ status }) => status === 'online')
    .map(({ node }) => String(node));

async function placesOf(access: Reader, scope: Scope): Promise<readonly PathValues[]> {
  if (scope === 'cluster') return [{}];
  if (scope === 'vnet')
    return rowsOf((await access.get('/cluster/sdn/vnets')).data).map(({ vnet }) => ({ vnet: String(vnet) }));
  if (scope === 'qemu' || scope === 'lxc') return guestPlaces(await allGuests(access), scope);
  const nodes = await onlineNodes(access);
  return scope === 'node' ? nodes.map((node) => ({ node })) : storagePlaces(access, nodes);
}

export const guestPlaces = (guests: readonly VendorValue[], kind: 'qemu' | 'lxc'): readonly PathValues[] =>
  guests
    .filter(({ type }) => type === kind)
    .map(({ vmid, node }) => ({ vmid: String(vmid), node: String(node) }));

/** Objects that several nodes share are read on the first of them. */
async function storagePlaces(access: Reader, nodes: readonly string[]): Promise<readonly PathValues[]> {
  const places: PathValues[] = [];
  const seen = new Set<string>();
  for (const node of nodes) {
    const { data } = await access.get(`/nodes/${encodeURIComponent(node)}/storage`, { enabled: true });
    for (const { storage, shared, active } of rowsOf(data)) {
      const name = String(storage);
      if (Number(active ?? 1) !== 1 || (Number(shared) === 1 && seen.has(name))) continue;
      seen.add(name);
      places.push({ node, storage: name });
    }
  }
  return places;
}

/** A node that went away in between, and objects the sign-in may not see, are no failure of the reading. */
function unlessAway(error: unknown): readonly VendorValue[] {
  if (error instanceof DeviceError && error.outcome === 'refused' && (error.status ?? 0) > 401) return [];
  throw error;
}
