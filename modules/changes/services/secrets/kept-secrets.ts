import { validationFailed } from '@patchbay/kernel/errors';
import { dotted, type FieldPath, isRedactedAddress, REDACTED, redactedIn } from '@patchbay/kernel/telemetry';
import type { ChangeOperation, StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import { isSecretName } from '../staging/secret-fields.ts';
import { isShownForSecret, keepsSecret } from './secret-words.ts';

const MAX_NAMED = 100;
/** More than a payload can hold that is sealed; each is looked at by its name, stored as a path, and shown in the diff. */
const MAX_KEPT = 3_000;

/** A payload as it is staged, and the secrets in it that stay as the device has them. */
export interface Keeping {
  readonly payload: VendorValue;
  readonly kept: readonly FieldPath[];
}

/** A part of an address may be hidden too. */
const isHiddenText = (value: unknown): boolean => isShownForSecret(value) || isRedactedAddress(value);

/** Whether a payload may say of a secret that it stays: there must be an object that can be read, and holds it. */
export const mayKeepSecrets = (feature: StagedFeature, operation: ChangeOperation): boolean =>
  operation === 'update' && feature.read !== undefined;

/**
 * The payload with one spelling for secrets that stay. Throws `kernel.validation_failed` for every text that stands
 * for a secret and is no secret of an object that can be read (RULES R17): it would reach the device as the value.
 */
export function keepingSecrets(
  feature: StagedFeature,
  operation: ChangeOperation,
  payload: VendorValue,
): Keeping {
  const found = redactedIn(payload, isHiddenText);
  if (found.length === 0) return { payload, kept: [] };
  if (found.length > MAX_KEPT) throw tooMany();
  const isKept = (path: FieldPath) =>
    mayKeepSecrets(feature, operation) && isSecretAt(feature, path) && keepsSecret(valueAt(payload, path));
  const refused = found.filter((path) => !isKept(path));
  if (refused.length > 0) throw refusal(refused);
  if (isAllKept(payload)) throw nothingElse();
  return { payload: placed(payload, found, REDACTED), kept: found };
}

/** Whether every leaf is a secret that stays; an empty list or object is a value like others. */
const isAllKept = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return keepsSecret(value);
  const inner = Object.values(value);
  return inner.length > 0 && inner.every(isAllKept);
};

function isSecretAt(feature: StagedFeature, path: FieldPath): boolean {
  const name = path.at(-1);
  return typeof name === 'string' && isSecretName(name, feature);
}

const refusal = (paths: readonly FieldPath[]) =>
  validationFailed({
    details: paths.slice(0, MAX_NAMED).map((path) => ({
      field: dotted(['payload', ...path]),
      message:
        'stands in the place of a hidden value and is none itself; enter the value, or leave the field out',
      type: 'redacted',
    })),
  });

const nothingElse = () =>
  validationFailed({
    details: [
      {
        field: 'payload',
        message: 'only keeps secrets as they are; name a field to change',
        type: 'redacted',
      },
    ],
  });

const tooMany = () =>
  validationFailed({
    details: [
      {
        field: 'payload',
        message: `keeps more than ${MAX_KEPT} secrets; leave out unchanged fields`,
        type: 'too_long',
      },
    ],
  });

/** A field of the value itself, along a path; undefined where there is none. */
export const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(
    (each, key) =>
      typeof each === 'object' && each !== null && Object.hasOwn(each, key)
        ? Reflect.get(each, key)
        : undefined,
    value,
  );

/**
 * The value with another one at each of the paths that it has; undefined takes the field away. Each container is
 * copied once, however many of the paths lead through it; `depth` is as far as the value lies along them.
 */
export function placed<T>(value: T, paths: readonly FieldPath[], replacement: unknown, depth = 0): T {
  if (paths.some((path) => path.length === depth)) return replacement as T;
  if (typeof value !== 'object' || value === null) return value;
  const inside = Map.groupBy(paths, (path) => path[depth]);
  const inner = (each: unknown, key: string | number): unknown => {
    const leading = inside.get(key);
    return leading === undefined ? each : placed(each, leading, replacement, depth + 1);
  };
  if (Array.isArray(value)) return value.map(inner) as T;
  const fields = Object.entries(value).map(([key, each]) => [key, inner(each, key)] as const);
  return Object.fromEntries(fields.filter(([, each]) => each !== undefined)) as T;
}
