import { validationFailed } from '@patchbay/kernel/errors';
import { dotted, type FieldPath, isRedactedAddress, REDACTED, redactedIn } from '@patchbay/kernel/telemetry';
import type { ChangeOperation, StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import { isSecretName } from '../secret-fields.ts';
import { isShownForSecret, keepsSecret } from './secret-words.ts';

const MOST_NAMED = 100;

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
  const isKept = (path: FieldPath) =>
    mayKeepSecrets(feature, operation) && isSecretAt(feature, path) && keepsSecret(valueAt(payload, path));
  const refused = found.filter((path) => !isKept(path));
  if (refused.length > 0) throw refusal(refused);
  if (Object.values(payload).every(keepsSecret)) throw nothingElse();
  return {
    payload: found.reduce<VendorValue>((value, path) => placed(value, path, REDACTED), payload),
    kept: found,
  };
}

function isSecretAt(feature: StagedFeature, path: FieldPath): boolean {
  const name = path.at(-1);
  return typeof name === 'string' && isSecretName(name, feature);
}

const refusal = (paths: readonly FieldPath[]) =>
  validationFailed({
    details: paths.slice(0, MOST_NAMED).map((path) => ({
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
        message: 'only keeps secrets as they are; name what is to change',
        type: 'redacted',
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

/** The value with another one at a path that it has. */
export function placed<T>(value: T, [key, ...rest]: FieldPath, replacement: unknown): T {
  if (key === undefined) return replacement as T;
  const inner = placed(Reflect.get(Object(value), key) as unknown, rest, replacement);
  if (Array.isArray(value)) return value.with(Number(key), inner) as T;
  return { ...value, [key]: inner };
}
