import type { ErrorObject } from 'ajv';
import type { ErrorDetail } from '../errors/index.ts';

/** Keywords of JSON Schema as the stable words callers may rely on (DECISIONS 4). */
const WORDS: Readonly<Record<string, string>> = Object.freeze({
  required: 'required',
  dependentRequired: 'required',
  additionalProperties: 'additional_property',
  unevaluatedProperties: 'additional_property',
  propertyNames: 'additional_property',
  maxLength: 'too_long',
  maxItems: 'too_long',
  maxProperties: 'too_long',
  minLength: 'too_short',
  minItems: 'too_short',
  minProperties: 'too_short',
  maximum: 'maximum',
  exclusiveMaximum: 'maximum',
  minimum: 'minimum',
  exclusiveMinimum: 'minimum',
  multipleOf: 'multiple_of',
  uniqueItems: 'duplicate',
  enum: 'enum',
  const: 'enum',
  anyOf: 'union',
  oneOf: 'union',
});

const MAX_DETAILS = 100;
const MAX_MESSAGE_LENGTH = 300;
const MAX_FIELD_LENGTH = 300;

const decoded = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function fieldOf({ instancePath, params }: ErrorObject): string {
  const named: unknown =
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    params['propertyName'];
  const path = decoded(instancePath);
  if (typeof named === 'string') path.push(named);
  return path.join('.').slice(0, MAX_FIELD_LENGTH);
}

function messageOf(error: ErrorObject): string {
  const word = WORDS[error.keyword];
  if (word === 'required') return 'is required';
  if (word === 'additional_property') return 'is not known here';
  const allowed: unknown = error.params['allowedValues'];
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`.slice(0, MAX_MESSAGE_LENGTH);
  return (error.message ?? 'is not valid').slice(0, MAX_MESSAGE_LENGTH);
}

/** Branches of a union that did not fit say less than the union itself, unless they say something precise. */
const isNoise = ({ keyword, params, schemaPath }: ErrorObject): boolean =>
  keyword === 'type' && params['type'] === 'null' && /\/(anyOf|oneOf)\//.test(schemaPath);

/** Failures field by field; `prefix` stands before every path. */
export function detailsOf(errors: readonly ErrorObject[] | null | undefined): readonly ErrorDetail[] {
  const all = errors ?? [];
  const useful = all.filter((error) => !isNoise(error));
  const precise = useful.filter(({ keyword }) => WORDS[keyword] !== 'union' && keyword !== 'if');
  const seen = new Map<string, ErrorDetail>();
  for (const error of precise.length > 0 ? precise : all) {
    const detail = {
      field: fieldOf(error),
      message: messageOf(error),
      type: WORDS[error.keyword] ?? error.keyword,
    };
    const key = `${detail.field}\n${detail.type}`;
    if (!seen.has(key)) seen.set(key, detail);
    if (seen.size >= MAX_DETAILS) break;
  }
  return [...seen.values()];
}
