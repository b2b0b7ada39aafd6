import type { FeatureOperation } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import type { FieldType, Menus } from '../inventory/menus.ts';
import type { RouterFeature } from './features.ts';

const MAX_TEXT = 16_384;
const truths = ['yes', 'no', 'true', 'false'];
/**
 * Fields whose offered words are all there are. Elsewhere the inspection offers what stood on the inspected router
 * (queue types, certificates) or words beside numbers (`auto`), so refusing is left to the router.
 */
const closedWords = new Set(
  `action arp mode protocol-mode frame-types loop-protect poe-out lacp-rate lacp-mode transmit-hash-policy type
   exchange-mode generate-policy digest-algorithm tls-version use-ipsec reject-with local.role check-gateway
   configuration.mode auth-method`.split(/\s+/),
);
/** Logging actions have names of their own. */
const namedActions = new Set(['/system/logging']);

const scalar = (description?: string): TSchema =>
  Type.Unsafe({
    anyOf: [{ type: 'string', maxLength: MAX_TEXT }, { type: 'number' }, { type: 'boolean' }],
    ...(description ? { description } : {}),
  });

/** Schema of one field as far as the inspection settles it; the router decides the rest. */
function fieldSchema(menu: string, name: string, type: FieldType): TSchema {
  const { t, values = [], neg = false, ref = false } = type;
  if (t === 'bool') return Type.Unsafe({ enum: [true, false, ...truths] });
  if (t === 'int' && values.length === 0) {
    const bounds = {
      ...(type.min === undefined ? {} : { minimum: type.min }),
      ...(type.max === undefined ? {} : { maximum: type.max }),
    };
    return Type.Unsafe({
      anyOf: [
        { type: 'integer', ...bounds },
        { type: 'string', pattern: '^-?[0-9]{1,19}$' },
      ],
    });
  }
  if (t === undefined && values.length > 1 && !ref && closedWords.has(name) && !namedActions.has(menu)) {
    const words = neg ? [...values, ...values.map((word) => `!${word}`)] : values;
    return Type.Unsafe({ enum: [...words] });
  }
  if (t === 'string' && values.length === 0 && (type.minLength !== undefined || type.maxLength !== undefined))
    return Type.String({
      minLength: type.minLength ?? 0,
      maxLength: Math.min(type.maxLength ?? MAX_TEXT, MAX_TEXT),
    });
  return scalar(values.length > 0 ? `offered: ${values.slice(0, 40).join(', ')}` : t);
}

/** Schema of a feature's payload for one operation: the vendor's own field names, nothing else. */
export function payloadSchema(menus: Menus, feature: RouterFeature, operation: FeatureOperation): TSchema {
  const call = feature.calls[operation];
  if (call === undefined || call.kind === 'remove') return closed({}, []);
  if (call.kind === 'command' && call.command !== 'set') {
    const path = `${call.menu}/${call.command}`;
    return closed(schemasOf(path, menus.commands.get(path) ?? new Map()), requiredArguments[path] ?? []);
  }
  const menu = menus.menus.get(call.menu);
  if (menu === undefined) throw new Error(`${feature.feature}: no such menu ${call.menu}`);
  const fields = schemasOf(call.menu, menu.fields);
  if (call.kind !== 'create') return closed(clearable(fields, menu.unset), [], { minProperties: 1 });
  const place: Record<string, TSchema> = menu.ordered
    ? { 'place-before': Type.String({ pattern: '^\\*[0-9A-F]{1,16}$' }) }
    : {};
  const required = new Set([...menu.required, ...feature.required].filter((name) => menu.fields.has(name)));
  return closed({ ...fields, ...place }, [...required]);
}

/** Arguments that a command needs. */
const requiredArguments: Readonly<Record<string, readonly string[]>> = {
  '/ip/firewall/filter/move': ['numbers', 'destination'],
  '/system/backup/save': ['name'],
  '/system/backup/load': ['name'],
  '/ping': ['address'],
  '/tool/torch': ['interface'],
  '/tool/bandwidth-test': ['address'],
};

function schemasOf(menu: string, fields: ReadonlyMap<string, FieldType>): Record<string, TSchema> {
  return Object.fromEntries([...fields].map(([name, type]) => [name, fieldSchema(menu, name, type)]));
}

/** Null clears a field, where the menu lets it be cleared. */
const clearable = (
  fields: Readonly<Record<string, TSchema>>,
  unset: ReadonlySet<string>,
): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      unset.has(name) ? Type.Unsafe({ anyOf: [schema, { type: 'null' }] }) : schema,
    ]),
  );

const closed = (
  properties: Record<string, TSchema>,
  required: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): TSchema =>
  Type.Unsafe({ type: 'object', properties, required: [...required], additionalProperties: false, ...more });
