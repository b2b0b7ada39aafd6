import {
  AdapterError,
  type Applied,
  type ChangeOperation,
  featureTitle,
  notSent,
  type Push,
  payloadPerOperation,
  type StagedFeature,
  tableFacts,
  type VendorValue,
  type Verification,
} from '@patchbay/vendor-kit';
import type { FieldValues } from '../exchange/router-os-client.ts';
import type { RouterSession } from '../exchange/router-session.ts';
import type { FieldType, Menu, Menus } from '../inventory/menus.ts';
import type { RouterRow } from '../inventory/rows.ts';
import { configurationOf } from '../inventory/shown-rows.ts';
import type { RouterFeature } from './features.ts';
import { payloadSchema } from './payload-schema.ts';
import { sameValue } from './same-value.ts';
import { hiddenSecrets, isRouterSecret } from './secret-fields.ts';
import { risksOf } from './write-risks.ts';

/** The part of a session that features use. */
export type RouterAccess = Pick<RouterSession, 'print' | 'get' | 'create' | 'set' | 'remove' | 'command'>;

const PREFIX = 'routeros.';

const LOST_PLACE = 'The rule is made again at the end of its list, not at its old place.';

/** Arguments that place an object instead of describing it. */
const placing = new Set(['place-before', 'copy-from']);

/** Every row of the vendor's table as a staged write. */
export const stagedFeatures = (
  features: readonly RouterFeature[],
  menus: Menus,
): readonly StagedFeature<RouterSession>[] => features.map((feature) => stagedFeature(feature, menus));

function stagedFeature(feature: RouterFeature, menus: Menus): StagedFeature<RouterSession> {
  const isReadable = feature.command === null || feature.command === 'set';
  const facts = {
    ...tableFacts('mikrotik', feature, featureTitle(feature.feature.slice(PREFIX.length))),
    isSecret: isRouterSecret,
    ...risksOf(feature.feature.slice(PREFIX.length)),
    ...(Object.values(feature.calls).every((call) => call.kind === 'command') ? { singleton: true } : {}),
    payload: payloadPerOperation((operation) => payloadSchema(menus, feature, operation)),
    apply: (session: RouterSession, push: Push) => apply(feature, session, push),
  };
  if (!isReadable) return Object.freeze(facts);
  const menu = menus.menus.get(feature.menu);
  return Object.freeze({
    ...facts,
    read: async (session: RouterSession, target_id: string | null) => {
      const row = await liveRow(feature, session, target_id);
      return row && { ...configurationOf(menu, row), ...hiddenSecrets(feature.menu, row) };
    },
    unsetValue: (field: string) => unsetValue(menu, field),
    undoCaution: (operation: ChangeOperation) =>
      menu?.ordered && operation === 'delete' ? LOST_PLACE : undefined,
    verify: (session: RouterSession, push: Push, applied: Applied) =>
      verify(feature, menus, session, push, applied),
  });
}

async function apply(feature: RouterFeature, session: RouterAccess, push: Push): Promise<Applied> {
  const { operation, target_id } = push;
  const call = feature.calls[operation];
  if (call === undefined) throw notSent(`The feature has no operation ${operation}.`);
  const fields = fieldsOf(push.payload);
  if (call.kind === 'command' && call.command === 'set') {
    await writeFields(session, call.menu, null, push.payload);
    return { target_id };
  }
  if (call.kind === 'command') {
    const { rows } = await session.command(`${call.menu}/${call.command}`, fields);
    // A dangerous command may print anything.
    return rows.length === 0 || feature.catastrophic ? { target_id } : { target_id, output: rows };
  }
  if (call.kind === 'create') return { target_id: (await session.create(call.menu, fields))['.id'] ?? null };
  if (target_id === null) throw notSent('The change names no object.');
  if (call.kind === 'set') await writeFields(session, call.menu, target_id, push.payload);
  else await session.remove(call.menu, target_id);
  return { target_id };
}

/** Null clears a field, which is a command of its own: when it fails after another, part of the change stands. */
async function writeFields(
  session: RouterAccess,
  menu: string,
  id: string | null,
  payload: VendorValue,
): Promise<void> {
  const cleared = Object.keys(payload).filter((name) => payload[name] === null);
  const written = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null));
  const steps = cleared.map(
    (name) => () =>
      session.command(`${menu}/unset`, { ...(id === null ? {} : { '.id': id }), 'value-name': name }),
  );
  const first = () =>
    id === null
      ? session.command(`${menu}/set`, fieldsOf(written))
      : session.set(menu, id, fieldsOf(written));
  let isBegun = false;
  for (const step of Object.keys(written).length > 0 ? [first, ...steps] : steps) {
    try {
      await step();
    } catch (error) {
      if (isBegun && error instanceof AdapterError)
        throw new AdapterError(error.type, 'unknown', `Part of the change stands: ${error.message}`, error);
      throw error;
    }
    isBegun = true;
  }
}

/** Value that makes a field as if it had never been set. */
function unsetValue(menu: Menu | undefined, name: string): unknown {
  const type = menu?.fields.get(name);
  if (type === undefined) return undefined;
  if (menu?.unset.has(name)) return null;
  if (type.t === 'bool') return 'no';
  return type.t === 'string' && !type.values && !type.minLength ? '' : undefined;
}

async function verify(
  feature: RouterFeature,
  menus: Menus,
  session: RouterAccess,
  { operation, payload, target_id: wanted }: Push,
  applied: Applied,
): Promise<Verification> {
  const menu = menus.menus.get(feature.menu);
  const row = await liveRow(feature, session, applied.target_id ?? wanted);
  const value = row && configurationOf(menu, row);
  if (operation === 'delete')
    return row === null
      ? { holds: true, value }
      : { holds: false, value, mismatch: 'The object is still there.' };
  if (row === null) return { holds: false, value, mismatch: 'The object is not there.' };
  const wrong = Object.keys(payload).filter((name) => !shows(menu?.fields, row, name, payload[name]));
  return wrong.length === 0
    ? { holds: true, value }
    : { holds: false, value, mismatch: `Not as sent: ${wrong.join(', ')}.` };
}

/** A secret the router does not print cannot be compared; one that it prints is. */
function shows(
  fields: ReadonlyMap<string, FieldType> | undefined,
  row: RouterRow,
  name: string,
  sent: unknown,
): boolean {
  if (placing.has(name) || (isRouterSecret(name) && row[name] === undefined)) return true;
  return sameValue(fields?.get(name), sent, row[name]);
}

async function liveRow(
  feature: RouterFeature,
  session: RouterAccess,
  id: string | null,
): Promise<RouterRow | null> {
  if (feature.command === 'set') return (await session.print(feature.menu))[0] ?? null;
  if (id === null) return null;
  try {
    return await session.get(feature.menu, id);
  } catch (error) {
    if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
    throw error;
  }
}

/** The schema has let scalars through only. */
const fieldsOf = (payload: VendorValue): FieldValues => payload as FieldValues;
