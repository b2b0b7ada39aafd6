import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Static, TObject } from 'typebox';

/** Raised for an environment that cannot be used; the message names the variable and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

const ajv = new Ajv2020({ coerceTypes: true, useDefaults: true, allErrors: true, strict: false });

/**
 * Cuts one frozen slice out of the environment. Property names of the schema are the variable names;
 * an array takes a comma-separated list; an empty variable counts as unset unless the schema has `x-empty`.
 */
export function readConfig<S extends TObject>(schema: S, environment: Environment): Readonly<Static<S>> {
  const slice: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = environment[name];
    if (text === undefined || (text === '' && !('x-empty' in property))) continue;
    slice[name] = 'items' in property ? listOf(text) : text;
  }
  const validate = ajv.compile<Static<S>>(schema);
  if (!validate(slice))
    throw new ConfigError(
      (validate.errors ?? [])
        .map(
          (error) =>
            `${error.instancePath.slice(1) || String(error.params['missingProperty'])} ${explain(error)}`,
        )
        .join('; '),
    );
  return Object.freeze(slice);
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const explain = (error: { readonly message?: string; readonly params: Record<string, unknown> }): string =>
  Array.isArray(error.params['allowedValues'])
    ? `must be one of ${error.params['allowedValues'].join(', ')}`
    : (error.message ?? 'is not valid');
