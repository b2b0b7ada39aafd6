import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import { closed, detailsOf, SchemaCompiler } from '@patchbay/kernel/schema';
import type { ChangeOperation, StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { keepingSchema } from '../secrets/keeping-schema.ts';
import { mayKeepSecrets } from '../secrets/kept-secrets.ts';
import { isSecretName } from './secret-fields.ts';

const MAX_COMPILED = 500;
/** Holds payloads against the schema of their feature; schemas are compiled when first needed. */
export class PayloadValidator {
  readonly #compiled = new Map<
    string,
    { readonly feature: StagedFeature; readonly validate: ValidateFunction }
  >();

  /** Throws `kernel.validation_failed` with a detail per field. */
  check(feature: StagedFeature, operation: ChangeOperation, payload: VendorValue): void {
    const validate = this.#validatorOf(feature, operation);
    if (validate(payload)) return;
    throw validationFailed({ details: detailsOf(validate.errors).map(inPayload) });
  }

  #validatorOf(feature: StagedFeature, operation: ChangeOperation): ValidateFunction {
    const key = `${feature.key} ${operation}`;
    const known = this.#compiled.get(key);
    if (known?.feature === feature) return known.validate;
    this.#makeRoom(key);
    const validate = compile(feature, operation);
    this.#compiled.set(key, { feature, validate });
    return validate;
  }

  #makeRoom(key: string): void {
    this.#compiled.delete(key);
    const [oldest] = this.#compiled.keys();
    if (oldest !== undefined && this.#compiled.size >= MAX_COMPILED) this.#compiled.delete(oldest);
  }
}

/**
 * One compiler per schema, so that dropping a validator drops everything ajv keeps for it. Defaults are not
 * filled in: the pushed payload is the reviewed one.
 */
function compile(feature: StagedFeature, operation: ChangeOperation): ValidateFunction {
  const ajv = new SchemaCompiler({ strict: true, strictTypes: false, strictTuples: false, allErrors: true });
  const schema = feature.payload(operation);
  const taken = mayKeepSecrets(feature, operation)
    ? keepingSchema(schema, (name) => isSecretName(name, feature))
    : schema;
  return ajv.compile(closed(taken));
}

const inPayload = (detail: ErrorDetail): ErrorDetail => ({
  ...detail,
  field: detail.field === '' ? 'payload' : `payload.${detail.field}`,
});
