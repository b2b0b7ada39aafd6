import fastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../../errors/index.ts';
import { openedForReply, perSchema } from '../../../schema/index.ts';
import { withNamedTimes } from '../validation/named-times.ts';
import { Validator } from '../validation/validators.ts';

/** Writes replies of one schema; undeclared fields never leave. */
export class ReplySerializer {
  readonly #schema: TSchema;
  #write: ((value: unknown) => string) | undefined;

  constructor(schema: TSchema) {
    this.#schema = schema;
  }

  /** Compiles now; throws for a schema that cannot be used. */
  compile(): void {
    this.#write ??= writerOf(this.#schema);
  }

  /** The reply as JSON; throws when a required field is missing. */
  write(value: unknown): string {
    if (this.#write === undefined) this.compile();
    return (this.#write as (value: unknown) => string)(value);
  }

  /** Differences of a reply from its schema; the serializer itself checks neither enums nor nulls. */
  faultsOf(value: unknown): readonly ErrorDetail[] {
    const validator = validatorOf(this.#schema);
    const plain: unknown = JSON.parse(JSON.stringify(value) ?? 'null');
    return validator.accepts(plain) ? [] : validator.faultsOf(plain, 0);
  }
}

const writerOf = perSchema<(value: unknown) => string>((schema) =>
  fastJson(openedForReply(schema) as fastJson.Schema, { ajv: { strict: false } }),
);

const validatorOf = perSchema(
  (schema) => new Validator(withNamedTimes(withoutDefaults(openedForReply(schema))), 'as_sent'),
);

/** A default would hide that a field is missing. */
const withoutDefaults = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'default' ? undefined : value)));
