import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';

/** One field of the classic interface, as its tables have it. */
export interface ClassicField {
  readonly type: string;
  readonly enum?: readonly (string | number)[];
  readonly emptyAllowed?: boolean;
  readonly pattern?: string;
  /** Text in the tables, and a number in the product's own answers (channels). */
  readonly numeric?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: ClassicField;
  readonly properties?: Readonly<Record<string, ClassicField>>;
}

export type ClassicFields = Readonly<Record<string, ClassicField>>;

const MAX_TEXT = 16_384;
/** Expressions are only tried on texts of this length, so that the longest try stays short. */
const MAX_MATCHED = 1_024;
const MAX_ITEMS = 5_000;

/** Fields of the classic resources, by the path they are written to (`C:/rest/wlanconf`, `C:/set/setting/snmp`). */
export class ClassicTables {
  readonly #resources: Readonly<Record<string, ClassicFields>>;
  readonly #paths: Readonly<Record<string, string>>;

  constructor(file: URL = new URL('../../payload-data/classic.data.json', import.meta.url)) {
    const data = JSON.parse(readFileSync(file, 'utf8')) as {
      resources: Readonly<Record<string, ClassicFields>>;
      paths: Readonly<Record<string, string>>;
    };
    this.#resources = data.resources;
    this.#paths = data.paths;
  }

  fields(path: string): ClassicFields {
    const fields = this.#resources[this.#paths[path] ?? ''];
    if (!fields) throw new Error(`no such classic resource: ${path}`);
    return fields;
  }

  /** Keys of the settings (`snmp`, `guest_access`). */
  get settings(): readonly string[] {
    const prefix = 'C:/set/setting/';
    return Object.keys(this.#paths).flatMap((path) =>
      path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
    );
  }
}

/** One field as a schema. The product takes whole numbers as text too, and answers them as either. */
export function fieldSchema(field: ClassicField): TSchema {
  const empty = field.emptyAllowed ? [''] : [];
  if (field.enum) {
    const asText = field.type === 'string' ? [] : field.enum.map(String);
    return { enum: [...new Set([...field.enum, ...asText, ...empty])] };
  }
  switch (field.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
    case 'number':
      return numberSchema(field, empty.length > 0);
    case 'array':
      return { type: 'array', items: fieldSchema(field.items ?? { type: 'string' }), maxItems: MAX_ITEMS };
    case 'object':
      return objectSchema(field.properties ?? {});
    default:
      return textSchema(field);
  }
}

export function objectSchema(fields: ClassicFields, required: readonly string[] = []): TSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    required: [...required],
    additionalProperties: false,
  };
}

function numberSchema({ type, minimum, maximum }: ClassicField, emptyAllowed: boolean): TSchema {
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  const digits = type === 'integer' ? '-?[0-9]{1,19}' : '-?[0-9]{1,15}(?:\\.[0-9]{1,15})?';
  const text = emptyAllowed ? `^(?:${digits}|)$` : `^${digits}$`;
  return {
    anyOf: [
      { type, ...bounds },
      { type: 'string', pattern: text, maxLength: 32 },
    ],
  };
}

function textSchema({ pattern, minLength, maxLength, emptyAllowed, numeric }: ClassicField): TSchema {
  const whole = emptyAllowed ? `^(?:${pattern})$|^$` : `^(?:${pattern})$`;
  const text = {
    type: 'string',
    maxLength: maxLength ?? (pattern === undefined ? MAX_TEXT : MAX_MATCHED),
    ...(minLength === undefined || emptyAllowed ? {} : { minLength }),
    ...(pattern === undefined ? {} : { pattern: whole }),
  };
  return numeric ? { anyOf: [text, { type: 'integer' }] } : text;
}
