import { isRecord } from './params.ts';

export const OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'matches',
] as const;
export type Operator = (typeof OPERATORS)[number];
export type Logic = 'and' | 'or';

/** Type of the value that a condition compares with. */
export const VALUE_KINDS = ['text', 'number', 'boolean', 'null'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** A condition while it is edited: its value as texts, one each for `in` and `not_in`. */
export interface ConditionDraft {
  readonly key: string;
  readonly field: string;
  readonly operator: Operator;
  readonly kind: ValueKind;
  readonly texts: readonly string[];
}

export interface ConditionsDraft {
  readonly logic: Logic;
  readonly rows: readonly ConditionDraft[];
}

type Scalar = string | number | boolean | null;

/** As a body holds it. */
export interface ConditionBody {
  field: string;
  operator: Operator;
  value?: Scalar | Scalar[];
}

export interface ConditionsBody {
  logic: Logic;
  conditions: ConditionBody[];
}

export const NO_CONDITIONS: ConditionsDraft = { logic: 'and', rows: [] };

let made = 0;

export const newCondition = (field = ''): ConditionDraft => {
  made += 1;
  return { key: `condition-${made}`, field, operator: 'eq', kind: 'text', texts: [''] };
};

export const takesList = (operator: Operator): boolean => operator === 'in' || operator === 'not_in';

/** Operators that compare texts only. */
export const takesText = (operator: Operator): boolean =>
  operator === 'starts_with' || operator === 'ends_with' || operator === 'matches';

const isOperator = (value: unknown): value is Operator => OPERATORS.some((operator) => operator === value);

const kindOf = (value: unknown): ValueKind =>
  value === null
    ? 'null'
    : typeof value === 'number'
      ? 'number'
      : typeof value === 'boolean'
        ? 'boolean'
        : 'text';

/** Kind of value that a field of this type holds; null when the schema leaves it open. */
export function kindOfType(type: string): ValueKind | null {
  const types = type.split('|').filter((each) => each !== 'null');
  const [only] = types;
  if (types.length !== 1) return null;
  if (only === 'integer' || only === 'number') return 'number';
  if (only === 'boolean') return 'boolean';
  return only === 'string' ? 'text' : null;
}

/** Conditions as the API answers them. */
export function conditionsFrom(stored: unknown): ConditionsDraft {
  if (!isRecord(stored)) return NO_CONDITIONS;
  const { logic, conditions } = stored;
  const rows = Array.isArray(conditions) ? conditions.flatMap(conditionFrom) : [];
  return { logic: logic === 'or' ? 'or' : 'and', rows };
}

function conditionFrom(stored: unknown): readonly ConditionDraft[] {
  if (!isRecord(stored)) return [];
  const { field, operator, value } = stored;
  const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const [first] = values;
  const draft = newCondition(String(field ?? ''));
  return [
    {
      ...draft,
      operator: isOperator(operator) ? operator : 'eq',
      kind: first === undefined ? 'text' : kindOf(first),
      texts: values.map((each) => String(each)),
    },
  ];
}

const scalarOf = (text: string, kind: ValueKind): Scalar => {
  if (kind === 'null') return null;
  if (kind === 'boolean') return text === 'true';
  if (kind === 'text') return text;
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
};

function bodyOf({ field, operator, kind, texts }: ConditionDraft): ConditionBody {
  if (operator === 'exists') return { field, operator, value: texts[0] !== 'false' };
  const valueKind = takesText(operator) ? 'text' : kind;
  if (takesList(operator)) return { field, operator, value: texts.map((text) => scalarOf(text, valueKind)) };
  return { field, operator, value: scalarOf(texts[0] ?? '', valueKind) };
}

/** Rows without a field are not sent: they say nothing yet. */
export const conditionsBody = ({ logic, rows }: ConditionsDraft): ConditionsBody => ({
  logic,
  conditions: rows.filter(({ field }) => field.trim() !== '').map(bodyOf),
});

const SIGNS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
};

/** One condition on one line. */
export function conditionText(condition: ConditionDraft): string {
  const { field, operator, value } = bodyOf(condition);
  const shown = Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value);
  return `${field} ${SIGNS[operator] ?? operator.replaceAll('_', ' ')} ${shown ?? ''}`.trim();
}
