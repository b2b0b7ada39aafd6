import type { Options } from 'ajv';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { type ErrorDetail, validationFailed } from '../../../errors/index.ts';
import { detailsOf, SchemaCompiler } from '../../../schema/index.ts';

function ajvWith(options: Options): Ajv2020 {
  return new SchemaCompiler({ strict: true, strictTypes: false, strictTuples: false, ...options });
}

/** Source of values: bodies as they are, query and path values from text (DECISIONS 3). */
export type Taking = 'as_sent' | 'coerced';

const OPTIONS: Readonly<Record<Taking, Options>> = {
  as_sent: { useDefaults: true },
  coerced: { useDefaults: true, coerceTypes: true },
};

/** Words beginning with `x-` are notes for documents, not rules. */
function learnNotes(ajv: Ajv2020, schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('x-') && ajv.getKeyword(key) === false) ajv.addKeyword(key);
    learnNotes(ajv, value);
  }
}

/** Texts longer than this get only the first fault named, so that naming all cannot fill memory. */
const MAX_WORK_FOR_DETAILS = 65_536;

const ajvs = new Map<string, Ajv2020>();

function ajvFor(taking: Taking, allErrors: boolean): Ajv2020 {
  const key = `${taking}:${allErrors}`;
  const known = ajvs.get(key) ?? ajvWith({ ...OPTIONS[taking], allErrors });
  ajvs.set(key, known);
  return known;
}

/**
 * Checks values against one schema, compiled when first used. The first pass stops at the first fault;
 * only a refused value is looked at in full.
 */
export class Validator {
  readonly #schema: TSchema;
  readonly #taking: Taking;
  #quick: ValidateFunction | undefined;
  #thorough: ValidateFunction | undefined;

  constructor(schema: TSchema, taking: Taking) {
    this.#schema = schema;
    this.#taking = taking;
  }

  /** Compiles now; throws for a schema that cannot be used. */
  compile(): void {
    this.#quick ??= this.#compiled(false);
  }

  /** True when the value fits; defaults are filled in and, for `coerced`, text turned into values. */
  accepts(value: unknown): boolean {
    this.#quick ??= this.#compiled(false);
    return this.#quick(value) as boolean;
  }

  /** Faults of a value that `accepts` has just refused. */
  faultsOf(value: unknown, sizeBytes: number): readonly ErrorDetail[] {
    if (sizeBytes > MAX_WORK_FOR_DETAILS) return detailsOf(this.#quick?.errors);
    this.#thorough ??= this.#compiled(true);
    return this.#thorough(value) ? [] : detailsOf(this.#thorough.errors);
  }

  /** Throws `kernel.validation_failed` with details unless the value fits. */
  assert(value: unknown, sizeBytes = 0): void {
    if (!this.accepts(value)) throw validationFailed({ details: this.faultsOf(value, sizeBytes) });
  }

  #compiled(allErrors: boolean): ValidateFunction {
    const ajv = ajvFor(this.#taking, allErrors);
    learnNotes(ajv, this.#schema);
    return ajv.compile(this.#schema);
  }
}
