import { type Applied, notSent, type Push, type VendorValue } from '@patchbay/vendor-kit';
import { assertDone } from '../exchange/answers.ts';
import type { ApiAnswer } from '../exchange/api-client.ts';
import { type FirewallAccess, parameterOf } from '../exchange/firewall-access.ts';
import type { FirewallFeature } from '../writes/features.ts';

/** An address in a loaded table. Its id is `<alias>/<address>`. */
export interface TableEntry {
  readonly alias: string;
  readonly address: string;
}

const MAX_TABLES = 64;
const MAX_ENTRIES = 20_000;

export const entryId = ({ alias, address }: TableEntry): string => `${alias}/${address}`;

/** The entry a change means: by its id, by the payload, or by a table as target with the address in the payload. */
export function entryOf(target_id: string | null, payload: VendorValue): TableEntry {
  const [named = '', ...rest] = (target_id ?? '').split('/');
  const alias = textIn(payload, 'alias') || named;
  const address = textIn(payload, 'address') || rest.join('/');
  const isOther = named !== '' && named !== alias;
  if (isOther || parameterOf(alias) === null || address === '')
    throw notSent('The change names no entry of a table: <alias>/<address>.');
  return { alias, address };
}

export async function pushEntry(
  feature: FirewallFeature,
  access: FirewallAccess,
  push: Push,
): Promise<Applied> {
  const call = feature.calls[push.operation];
  if (call === undefined) throw notSent(`The feature has no operation ${push.operation}.`);
  const entry = entryOf(push.target_id, push.payload);
  assertDone(await access.post(`${call.path}/${entry.alias}`, { address: entry.address }));
  return { target_id: entryId(entry) };
}

/** The entry as the loaded table shows it, or null. */
export async function liveEntry(access: FirewallAccess, wanted: TableEntry): Promise<TableEntry | null> {
  const entries = await entriesOf(access, wanted.alias);
  return entries.find(({ address }) => plainAddress(address) === plainAddress(wanted.address)) ?? null;
}

/** Entries of every loaded table, bounded. */
export async function allEntries(access: FirewallAccess): Promise<readonly TableEntry[]> {
  const names = await access.get('/api/firewall/alias_util/aliases');
  const entries: TableEntry[] = [];
  for (const alias of Object.values(names).slice(0, MAX_TABLES)) {
    if (typeof alias !== 'string' || parameterOf(alias) === null) continue;
    entries.push(...(await entriesOf(access, alias)));
    if (entries.length >= MAX_ENTRIES) break;
  }
  return entries.slice(0, MAX_ENTRIES);
}

async function entriesOf(access: FirewallAccess, alias: string): Promise<readonly TableEntry[]> {
  const answer = await access.get(`/api/firewall/alias_util/list/${alias}`);
  return rowsIn(answer).flatMap((row) => {
    const address = typeof row === 'string' ? row : textIn(Object(row) as VendorValue, 'ip');
    return address === '' ? [] : [{ alias, address }];
  });
}

/** Older releases answer the addresses alone, newer ones rows with counters. */
function rowsIn(answer: ApiAnswer): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  const rows: unknown = Reflect.get(answer, 'rows');
  return Array.isArray(rows) ? rows : [];
}

const textIn = (value: VendorValue, key: string): string => {
  const found = value[key];
  return typeof found === 'string' ? found : '';
};

/** A host is the network of one address. */
const plainAddress = (address: string): string =>
  address.toLowerCase().replace(/(?<=\.\d+)\/32$|(?<=:.*)\/128$/, '');
