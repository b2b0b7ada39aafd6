import { Ajv2020, type AnySchema, type Options } from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';
import { isEmail } from './email.ts';

/** Compiles schemas whose texts may have the usual formats (uuid, date-time, uri …). */
export class SchemaCompiler extends Ajv2020 {
  constructor(options: Options) {
    super(options);
    formatsModule.default(this, { mode: 'full' });
    this.addFormat('email', { type: 'string', validate: isEmail });
  }

  /** Is the same for every compiler; the schema of schemas, which takes longest to compile, is compiled once. */
  override validateSchema(schema: AnySchema, throwOrLogError?: boolean): boolean | Promise<unknown> {
    return this === judge
      ? super.validateSchema(schema, throwOrLogError)
      : judge.validateSchema(schema, throwOrLogError);
  }
}

const judge = new SchemaCompiler({ strict: false });
