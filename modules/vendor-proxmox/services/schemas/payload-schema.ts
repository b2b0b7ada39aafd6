import type { FeatureOperation } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import type { HostFeature } from '../writes/features.ts';
import { fieldSchema } from './field-schema.ts';
import type { Operations, Parameters } from './operations.ts';

const MAX_KEYS = 200;

/**
 * Parameters of a call that make it another feature: restoring a backup over a guest is catastrophic, making one is not.
 */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'vm.create': ['archive', 'force', 'live-restore'],
  'container.create': ['restore', 'force', 'ignore-unpack-errors', 'unique'],
};
const required: Readonly<Record<string, readonly string[]>> = { 'backup.restore': ['archive'] };

/**
 * Schema of a feature's payload for one operation: the vendor's own parameters, nothing else. Path parameters of
 * a creation stand in the payload, under the same names; the node of a guest may be left out.
 */
export function payloadSchema(
  feature: HostFeature,
  operation: FeatureOperation,
  { formats }: Operations,
): TSchema {
  const call = feature.calls[operation];
  if (call === undefined) throw new Error(`${feature.feature} has no operation ${operation}`);
  const without = new Set([...(leftOut[feature.name] ?? []), ...Object.keys(feature.fixed)]);
  const inPath = operation === 'create' ? call.pathParams : {};
  const schemasOf = (parameters: Parameters) =>
    Object.fromEntries(
      Object.entries(parameters)
        .filter(([name]) => !without.has(name))
        .map(([name, parameter]) => [name, fieldSchema(name, parameter, formats)]),
    );
  const patternProperties = schemasOf(call.patternProperties);
  const needed = [
    ...call.required,
    ...(required[feature.name] ?? []),
    ...Object.keys(inPath).filter((name) => name !== 'node' || !Object.hasOwn(inPath, 'vmid')),
  ];
  return Type.Unsafe({
    type: 'object',
    properties: { ...schemasOf(inPath), ...schemasOf(call.properties) },
    ...(Object.keys(patternProperties).length > 0 ? { patternProperties } : {}),
    required: needed.filter((name) => !without.has(name)),
    additionalProperties: false,
    maxProperties: MAX_KEYS,
  });
}
