import {
  emptyRefused,
  nullRefused,
  tooFew,
  tooGreat,
  tooMany,
  tooSmall,
  wrongChoice,
  wrongLength,
  wrongType,
} from '../refusal.ts';
import type { Field } from '../schema.ts';
import { classRefusal } from './field-classes.ts';
import { type Surroundings, validatorRefusal } from './validators.ts';

const ofType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  double: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

/** Throws the refusal of the first rule a given value breaks; nested objects are judged by their own model. */
export function checkValue(field: Field, value: unknown, around: Surroundings): void {
  if (value === null) {
    if (!field.allow_null) throw nullRefused(field.name);
    return;
  }
  if (field.many) checkMany(field, value, around);
  else checkOne(field, value, around);
}

function checkMany(field: Field, value: unknown, around: Surroundings): void {
  if (!Array.isArray(value)) throw wrongType(field.name, 'array');
  if (value.length === 0 && field.allow_empty) return;
  if (value.length < field.many_minimum) throw tooFew(field.name, field.many_minimum);
  if (value.length === 0) throw emptyRefused(field.name);
  if (field.many_maximum > 0 && value.length > field.many_maximum)
    throw tooMany(field.name, field.many_maximum);
  if (field.nested_model_class !== null) return;
  for (const each of value) checkOne(field, each, around);
}

function checkOne(field: Field, value: unknown, around: Surroundings): void {
  const { name, type, choices } = field;
  if (!(ofType[type]?.(value) ?? true)) throw wrongType(name, type);
  if (value === '') {
    if (!field.allow_empty && !choices.includes('')) throw emptyRefused(name);
    return;
  }
  if (choices.length > 0 && !choices.includes(value)) throw wrongChoice(name, choices);
  if (typeof value === 'number') checkRange(field, value);
  const special = classRefusal(field, value, around);
  if (special) throw special;
  if (typeof value === 'string') checkText(field, value, around);
}

function checkRange({ name, minimum, maximum }: Field, value: number): void {
  if (maximum !== null && value > maximum) throw tooGreat(name, maximum, value);
  if (minimum !== null && value < minimum) throw tooSmall(name, minimum, value);
}

function checkText(field: Field, text: string, around: Surroundings): void {
  const { name, minimum_length, maximum_length, validators } = field;
  if (minimum_length !== null && text.length < minimum_length)
    throw wrongLength(name, 'MINIMUM', minimum_length);
  if (maximum_length !== null && text.length > maximum_length)
    throw wrongLength(name, 'MAXIMUM', maximum_length);
  const refused = validatorRefusal(name, text, validators, around);
  if (refused) throw refused;
}
