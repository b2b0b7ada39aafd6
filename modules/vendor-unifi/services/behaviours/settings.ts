import { notSent, type Push, type VendorValue } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import { rowsOf } from '../exchange/answers.ts';
import { beforeWrite } from '../exchange/failures.ts';
import type { UnifiFeature } from '../writes/features.ts';
import { type ClassicTables, objectSchema } from '../writes/field-schemas.ts';
import { type Behaviour, textOf, type UnifiAccess, verdict } from './behaviour.ts';
import { featuresCalling } from './carried-features.ts';

const SETTING_PATH = '/set/setting/';
const PLACEHOLDER = '{key}';

/** One object of `get/setting`, written whole: the stored one with the change. */
export function setting(
  feature: UnifiFeature,
  all: readonly UnifiFeature[],
  tables: ClassicTables,
): Behaviour {
  const path = feature.calls.update?.path ?? '';
  const own = path.slice(SETTING_PATH.length);
  return own === PLACEHOLDER ? anySetting(feature, all, tables) : oneSetting(own, tables);
}

function oneSetting(key: string, tables: ClassicTables): Behaviour {
  const fields = tables.fields(`C:${SETTING_PATH}${key}`);
  return {
    singleton: true,
    payload: () => ({ ...objectSchema(fields), minProperties: 1 }),
    find: (access) => findSetting(access, key),
    apply: (access, push) => writeSetting(access, key, push, null),
    verify: async (access, push) => verdict(push, await findSetting(access, key)),
    list: async (access) => (await settings(access)).filter((value) => value['key'] === key),
    shown: (value) => shownSetting(tables, value),
    identify: () => null,
  };
}

/** Any setting; `target_id` is its key. */
function anySetting(feature: UnifiFeature, all: readonly UnifiFeature[], tables: ClassicTables): Behaviour {
  const known = new Set(tables.settings);
  const keyOf = (target_id: string | null): string => {
    if (target_id === null || !known.has(target_id))
      throw notSent('no setting of the controller', 'adapter_not_found');
    return target_id;
  };
  const find = async (access: UnifiAccess, target_id: string | null) =>
    target_id !== null && known.has(target_id) ? findSetting(access, target_id) : null;
  return {
    payload: () => anySettingSchema(tables),
    carries: ({ target_id, payload }) =>
      [...new Set([target_id, textOf(payload['key'])])].flatMap((key) =>
        featuresCalling(feature, all, { method: 'POST', base: 'C', path: `${SETTING_PATH}${key}` }),
      ),
    find,
    async apply(access, push) {
      const key = keyOf(push.target_id);
      const fields = tables.fields(`C:${SETTING_PATH}${key}`);
      const odd = Object.keys(push.payload).find((name) => name !== 'key' && !Object.hasOwn(fields, name));
      if (odd !== undefined) throw notSent(`The setting ${key} has no field ${odd}.`);
      if ((push.payload['key'] ?? key) !== key)
        throw notSent('The payload names another setting than the change.');
      return writeSetting(access, key, push, key);
    },
    verify: async (access, push) => verdict(push, await find(access, push.target_id)),
    list: async (access) => (await settings(access)).filter(({ key }) => known.has(String(key))),
    shown: (value) => shownSetting(tables, value),
    identify: (value) => textOf(value['key']),
  };
}

/** With `key` in the payload its fields are checked; without it every name must be one of some setting. */
function anySettingSchema(tables: ClassicTables): TSchema {
  const byKey = tables.settings.map(
    (key) => [key, objectSchema(tables.fields(`C:${SETTING_PATH}${key}`))] as const,
  );
  const all = byKey.flatMap(([, schema]) => Object.keys((schema as { properties: object }).properties));
  const properties = Object.fromEntries([...new Set(all)].sort().map((name) => [name, {}]));
  const rules = byKey.map(([key, schema]) => ({
    if: { properties: { key: { const: key } }, required: ['key'] },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
    then: {
      ...schema,
      properties: { ...(schema as { properties: object }).properties, key: { const: key } },
    },
  }));
  return Type.Unsafe({
    type: 'object',
    properties: { ...properties, key: { enum: [...tables.settings] } },
    additionalProperties: false,
    minProperties: 1,
    allOf: rules,
  });
}

const settings = async (access: UnifiAccess): Promise<readonly VendorValue[]> =>
  rowsOf(await access.call({ method: 'GET', base: 'C', path: '/get/setting' }));

const findSetting = async (access: UnifiAccess, key: string): Promise<VendorValue | null> =>
  (await settings(access)).find((value) => value['key'] === key) ?? null;

async function writeSetting(access: UnifiAccess, key: string, { payload }: Push, target_id: string | null) {
  const live = await beforeWrite(findSetting(access, key));
  if (live === null) throw notSent('The controller does not have this setting.', 'adapter_not_found');
  const body = { ...live, ...payload };
  await access.call({ method: 'POST', base: 'C', path: `${SETTING_PATH}${key}`, body });
  return { target_id };
}

function shownSetting(tables: ClassicTables, value: VendorValue): VendorValue {
  const fields = tables.fields(`C:${SETTING_PATH}${String(value['key'])}`);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name === 'key' || Object.hasOwn(fields, name)),
  );
}
