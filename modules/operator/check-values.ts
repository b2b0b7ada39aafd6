import { SchemaCompiler } from '@patchbay/kernel/schema';
import type { TSchema } from 'typebox';
import { CommandError, EXIT } from './command-error.ts';

const ajv = new SchemaCompiler({ allErrors: false, strict: false });

/** An operator's value, and its rule. */
export interface CheckedValue {
  /** As in help: `--email` or `<login>`. */
  readonly label: string;
  readonly value: unknown;
  readonly schema: TSchema | undefined;
}

/** Throws a `CommandError` that names the first value which does not fit; the value itself is not repeated. */
export function checkValues(values: readonly CheckedValue[]): void {
  for (const { label, value, schema } of values) {
    if (schema === undefined || value === undefined) continue;
    if (ajv.validate(schema, value)) continue;
    const [problem] = ajv.errors ?? [];
    throw new CommandError(`${label} ${problem?.message ?? 'is not valid'}`, { exitCode: EXIT.cannotRun });
  }
}
