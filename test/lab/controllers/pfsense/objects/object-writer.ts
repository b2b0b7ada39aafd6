import { type FirewallRecord, idOf } from '../records.ts';
import { isRequired, notEditable, notUnique, notUniqueTogether, wrongType } from '../refusal.ts';
import type { Field, FirewallSchema, Model } from '../schema.ts';
import { conditionsMet } from './conditions.ts';
import { checkValue } from './field-values.ts';
import { fillGenerated } from './generated.ts';
import type { Surroundings } from './validators.ts';

export interface Place {
  readonly parent: FirewallRecord | null;
  readonly siblings: readonly FirewallRecord[];
  /** The object that is written over, or null for a new one. */
  readonly current: FirewallRecord | null;
}

type Given = Readonly<Record<string, unknown>>;

/** Makes objects out of bodies as the REST package does: field by field, stopping at the first bad one. */
export class ObjectWriter {
  readonly #schema: FirewallSchema;
  readonly #around: Surroundings;
  readonly #nowSeconds: () => number;

  constructor(schema: FirewallSchema, around: Surroundings, nowSeconds: () => number) {
    this.#schema = schema;
    this.#around = around;
    this.#nowSeconds = nowSeconds;
  }

  /** The object as it would be saved; nothing is stored. Throws the product's refusal. */
  make(model: Model, given: Given, place: Place): FirewallRecord {
    const { parent, siblings, current } = place;
    const record: FirewallRecord = current === null ? {} : { ...current };
    const fields = new Map(model.fields.map((field) => [field.name, field]));
    const effective = (name: string): unknown =>
      Object.hasOwn(given, name) ? given[name] : (current?.[name] ?? fields.get(name)?.default ?? null);
    for (const field of model.fields) {
      if (field.read_only) {
        record[field.name] = current?.[field.name] ?? field.default;
      } else if (!conditionsMet(field, effective, parent)) {
        record[field.name] = null;
      } else {
        record[field.name] = this.#valueFor(field, given, current, record);
      }
    }
    fillGenerated(model.name, {
      record,
      siblings,
      parent,
      isNew: current === null,
      nowSeconds: this.#nowSeconds(),
    });
    for (const field of model.fields) if (field.unique) this.#checkUnique(model, field, record, place);
    checkTogether(model, record, place);
    return record;
  }

  #valueFor(field: Field, given: Given, current: FirewallRecord | null, record: FirewallRecord): unknown {
    if (!Object.hasOwn(given, field.name)) {
      const kept = current?.[field.name] ?? null;
      if (kept !== null) return kept;
      if (field.required) throw isRequired(field.name);
      return current !== null && field.allow_null ? null : structuredClone(field.default);
    }
    const value = given[field.name];
    checkValue(field, value, this.#around);
    if (current !== null && !field.editable && JSON.stringify(current[field.name]) !== JSON.stringify(value))
      throw notEditable(field.name);
    if (field.nested_model_class === null || value === null) return structuredClone(value);
    return this.#nested(field, value as readonly unknown[], record);
  }

  #nested(field: Field, items: readonly unknown[], parent: FirewallRecord): FirewallRecord[] {
    const model = this.#schema.model(field.nested_model_class ?? '');
    const made: FirewallRecord[] = [];
    for (const item of items) {
      if (typeof item !== 'object' || item === null || Array.isArray(item))
        throw wrongType(field.name, 'array');
      made.push(this.make(model, { ...item }, { parent, siblings: made, current: null }));
    }
    return made;
  }

  #checkUnique(model: Model, field: Field, record: FirewallRecord, { siblings, current }: Place): void {
    const value = record[field.name];
    if (value === null || value === undefined || value === '' || field.read_only) return;
    const text = JSON.stringify(value);
    siblings.forEach((other, position) => {
      if (other !== current && JSON.stringify(other[field.name]) === text)
        throw notUnique(field.name, idOf(model, other, position));
    });
  }
}

function checkTogether(model: Model, record: FirewallRecord, { siblings, current }: Place): void {
  const names = model.unique_together;
  if (names.length === 0) return;
  siblings.forEach((other, position) => {
    if (other !== current && names.every((name) => other[name] === record[name]))
      throw notUniqueTogether(names, idOf(model, other, position));
  });
}
