import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import { own, sameValue } from '../record/change-diff.ts';
import { isSecretName } from '../staging/secret-fields.ts';

/** Words in names of fields that devices alter by themselves, for features that do not say which. */
const DEVICE_KEPT = new Set(
  'bytes packets uptime running active inactive dynamic invalid status last rx tx expires downs nextid actual current'.split(
    ' ',
  ),
);

const isDeviceKept = (field: string): boolean =>
  field
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => DEVICE_KEPT.has(word));

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: unknown;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
  readonly allOf?: readonly TSchema[];
}

/** Names of the fields a schema declares, through unions and intersections; null when it takes others too. */
export function declaredIn(schema: TSchema): readonly string[] | null {
  const { properties = {}, patternProperties, additionalProperties, ...parts } = schema as ObjectSchema;
  if (patternProperties || additionalProperties) return null;
  const inner = [...(parts.anyOf ?? []), ...(parts.oneOf ?? []), ...(parts.allOf ?? [])].map(declaredIn);
  if (inner.includes(null)) return null;
  return [...Object.keys(properties), ...inner.flatMap((fields) => fields ?? [])];
}

/** Fields that count: those the feature names, else those its payloads declare, else all but the device's own. */
function comparedFields(feature: StagedFeature, seen: VendorValue, live: VendorValue): readonly string[] {
  const present = [...Object.keys(seen), ...Object.keys(live)];
  const { isVolatile } = feature;
  if (isVolatile) return present.filter((field) => !isVolatile(field));
  const declared = feature.operations
    .filter((operation) => operation !== 'delete')
    .map((operation) => declaredIn(feature.payload(operation)));
  const isClosed = declared.length > 0 && !declared.includes(null);
  return isClosed
    ? declared.flatMap((fields) => fields ?? [])
    : present.filter((field) => !isDeviceKept(field));
}

/**
 * Whether the object moved since it was seen: gone, come, or another value in a field that counts. The whole
 * object is compared, not only the payload's fields: a user who enables a rule wants the rule they read.
 */
export function hasMoved(
  feature: StagedFeature,
  payload: VendorValue,
  seen: VendorValue | null,
  live: VendorValue | null,
): boolean {
  if (seen === null || live === null) return seen !== live;
  return movedFields(feature, payload, seen, live).length > 0;
}

/** Names of the fields in which an object moved since it was seen. */
export function movedFields(
  feature: StagedFeature,
  payload: VendorValue,
  seen: VendorValue,
  live: VendorValue,
): readonly string[] {
  const fields = new Set([...comparedFields(feature, seen, live), ...Object.keys(payload)]);
  // Secrets are hidden on both sides, or shown on one only: they cannot be compared.
  return [...fields].filter(
    (field) => !isSecretName(field, feature) && !sameValue(own(seen, field), own(live, field)),
  );
}
