import { isUuid } from '@patchbay/kernel/schema';
import { notSent, type VendorValue } from '@patchbay/vendor-kit';
import { objectOf } from '../exchange/answers.ts';
import { type FirewallAccess, parameterOf } from '../exchange/firewall-access.ts';
import type { ObjectModel } from './models.ts';
import { configurationOf, missingIn } from './values.ts';

type Row = Readonly<Record<string, unknown>>;

const PAGE_SIZE = 1_000;
const MAX_PAGES = 20;
/** Rows that show too little are read one by one, up to this many. */
const MAX_SINGLE_READS = 200;

export const keyOf = ({ key = 'uuid' }: ObjectModel): string => key;

/** One object by its id, or the settings when there is no id; null when it is not there. */
export async function readObject(
  access: FirewallAccess,
  model: ObjectModel,
  id: string | null,
): Promise<VendorValue | null> {
  const shown = await shownObject(access, model, id);
  if (shown === null) return null;
  return id === null
    ? configurationOf(model, shown)
    : { [keyOf(model)]: id, ...configurationOf(model, shown) };
}

async function shownObject(
  access: FirewallAccess,
  model: ObjectModel,
  id: string | null,
): Promise<Row | null> {
  if (id !== null && parameterOf(id) === null)
    throw notSent('not an id of the firewall', 'adapter_not_found');
  let shown: unknown = objectOf(await access.get(id === null ? model.get : `${model.get}/${id}`));
  for (const name of model.envelope) shown = Reflect.get(Object(shown), name);
  return typeof shown === 'object' && shown !== null ? (shown as Row) : null;
}

/** Every object of a feature. The rules the firewall makes by itself are listed too, but cannot be written. */
export async function listObjects(
  access: FirewallAccess,
  model: ObjectModel,
  withReported = false,
): Promise<readonly VendorValue[]> {
  if (model.search === undefined) {
    const settings = await readObject(access, model, null);
    return settings === null ? [] : [settings];
  }
  const key = keyOf(model);
  const values: VendorValue[] = [];
  let singleReads = 0;
  for (const row of await searchRows(access, model.search)) {
    const id = row[key];
    if (typeof id !== 'string' || (key === 'uuid' && !isUuid(id))) continue;
    const value = configurationOf(model, row, withReported);
    const isPartial = singleReads < MAX_SINGLE_READS && missingIn(model, row).length > 0;
    const whole = isPartial ? await shownObject(access, model, id) : null;
    if (isPartial) singleReads += 1;
    values.push({ [key]: id, ...value, ...(whole === null ? {} : configurationOf(model, whole)) });
  }
  return values;
}

/** All rows of a search command. Some commands know no pages and answer everything at once. */
export async function searchRows(access: FirewallAccess, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = objectOf(await access.get(path, { current: String(page), rowCount: String(PAGE_SIZE) }));
    const found: readonly unknown[] = Array.isArray(answer['rows']) ? answer['rows'] : [];
    const seen = rows.length;
    rows.push(...found.filter((row): row is Row => typeof row === 'object' && row !== null));
    if (rows.length === seen || rows.length >= Number(answer['total'] ?? 0)) break;
  }
  return rows;
}
