import Type, { type TObject, type TSchema } from 'typebox';
import type { AnyOperation, WriteOperation } from './define-operation.ts';
import { refersTo } from './references.ts';

/** Lengths at which staging cuts notes and the vendor's own ids. */
const MAX_NOTES = 4_000;
const MAX_TARGET_ID = 512;

/** An operation with its dependencies. */
interface Asked {
  readonly operation: AnyOperation;
  readonly deps: Readonly<Record<string, unknown>>;
}

const written = new WeakMap<WriteOperation, TSchema>();

/**
 * Schema of everything that an invocation takes in `params`, as the catalog shows it and as it is judged: a write's
 * payload with its `controller_id`, its `target_id` where one object is meant, and `notes`; and what a read takes
 * while other modules have a say in it.
 */
export function inputSchemaOf({ operation, deps }: Asked): TSchema {
  if (!operation.write) return operation.inputNow?.(deps) ?? operation.input;
  const known = written.get(operation);
  if (known !== undefined) return known;
  const schema = ofWrite(operation);
  written.set(operation, schema);
  return schema;
}

function ofWrite(operation: WriteOperation): TSchema {
  const { properties = {}, required = [], ...input } = operation.input as TObject;
  const isOne = operation.operation !== 'create' && operation.singleton !== true;
  return {
    ...input,
    type: 'object',
    properties: {
      controller_id: refersTo('controller', { description: 'the controller that is written to' }),
      target_id: Type.String({
        minLength: 1,
        maxLength: MAX_TARGET_ID,
        description: "the vendor's own id of the object",
      }),
      notes: Type.String({ maxLength: MAX_NOTES, description: 'for those who review it' }),
      ...properties,
    },
    required: ['controller_id', ...(isOne ? ['target_id'] : []), ...required],
  };
}
