import * as fc from 'fast-check';
import t from 'tap';
import {
  CONDITION_OPERATORS,
  type Condition,
  type Conditions,
  evaluateConditions,
} from '../templates/conditions.ts';
import { MISSING, naiveHolds } from './support/naive-holds.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 5 }),
  fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '5', ''),
);
const scalar = fc.oneof(
  text,
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, 2.5),
  fc.boolean(),
  fc.constant(null),
);
const wanted: fc.Arbitrary<Condition['value']> = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));
const json = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('x', 'y'), scalar),
);
const found = fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: fc.constant(MISSING) });
const operator = fc.constantFrom(...CONDITION_OPERATORS);
/** As JSON can say it. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Where a value may stand, and what stands there or does not. */
const place = fc.constantFrom('a', 'a.b', 'list.0', 'list.1.id', 'deep.er.still');

/** A payload with the value at the path. */
function payloadOf(path: string, value: unknown): unknown {
  if (value === MISSING) return { other: 1, a: 'leaf', list: [] };
  return path
    .split('.')
    .reduceRight<unknown>(
      (inner, step) => (/^\d+$/.test(step) ? [...Array(Number(step)).fill(null), inner] : { [step]: inner }),
      value,
    );
}

const holds = (condition: Condition, payload: unknown): boolean =>
  evaluateConditions({ conditions: [condition] }, payload).passed;

const fields = ['a', 'b', 'c.d'];
const payload = fc.record(
  { a: json, b: json, c: fc.record({ d: json }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const condition = (operators: fc.Arbitrary<Condition['operator']>): fc.Arbitrary<Condition> =>
  fc.record({ field: fc.constantFrom(...fields), operator: operators, value: wanted });
const passes = (logic: 'and' | 'or', conditions: Condition[], about: unknown): boolean =>
  evaluateConditions({ logic, conditions }, about).passed;

t.test('every operator agrees with its sentence, wherever the value stands or does not', async () => {
  fc.assert(
    fc.property(operator, place, found, wanted, (op, field, value, compared) => {
      const about = value === MISSING && field === 'a' ? {} : payloadOf(field, value);
      return holds({ field, operator: op, value: compared }, about) === naiveHolds(op, value, compared);
    }),
    { numRuns: 8_000 },
  );
});

t.test(
  'a missing field satisfies ne, not_in and exists false, whatever they compare with, and nothing else',
  async () => {
    fc.assert(
      fc.property(operator, wanted, (op, value) => {
        const expected = op === 'ne' || op === 'not_in' || (op === 'exists' && value === false);
        return holds({ field: 'nowhere.at.all', operator: op, value }, { here: 1 }) === expected;
      }),
      { numRuns: 2_000 },
    );
  },
);

t.test('what is denied one by one is denied together, and the other way round (De Morgan)', async () => {
  const opposites = { eq: 'ne', ne: 'eq', in: 'not_in', not_in: 'in' } as const;
  const denied = ({ operator: op, ...rest }: Condition): Condition => ({
    ...rest,
    operator: opposites[op as keyof typeof opposites],
  });
  const some = fc.array(condition(fc.constantFrom('eq', 'ne', 'in', 'not_in')), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(some, payload, (conditions, about) => {
      const opposite = conditions.map(denied);
      return (
        passes('and', conditions, about) === !passes('or', opposite, about) &&
        passes('or', conditions, about) === !passes('and', opposite, about)
      );
    }),
    { numRuns: 3_000 },
  );
});

t.test(
  'the order of conditions and their repetition change nothing; the verdict names what failed',
  async () => {
    const some = fc.array(condition(operator), { minLength: 1, maxLength: 5 });
    const logic: fc.Arbitrary<'and' | 'or'> = fc.constantFrom('and', 'or');
    fc.assert(
      fc.property(logic, some, payload, (how, conditions, about) => {
        const set: Conditions = { logic: how, conditions };
        const { passed, failed } = evaluateConditions(set, about);
        const alone = conditions.filter((each) => !holds(each, about));
        const isExpected = how === 'or' ? alone.length < conditions.length : alone.length === 0;
        return (
          passed === isExpected &&
          failed.length === alone.length &&
          failed.every((each, index) => each === alone[index]) &&
          passes(how, conditions.toReversed(), about) === passed &&
          passes(how, [...conditions, ...conditions], about) === passed
        );
      }),
      { numRuns: 3_000 },
    );
  },
);

t.test('numbers and texts are in one order: exactly one of less, same and more', async () => {
  const comparable = fc.oneof(
    fc.tuple(fc.integer(), fc.integer()),
    fc.tuple(number, number),
    fc.tuple(fc.string(), fc.string()),
  );
  fc.assert(
    fc.property(comparable, ([one, other]) => {
      const is = (op: Condition['operator']): boolean =>
        holds({ field: 'a', operator: op, value: other }, { a: one });
      const which = [is('lt'), is('eq'), is('gt')].filter(Boolean).length;
      return which === 1 && is('lte') === !is('gt') && is('gte') === !is('lt');
    }),
    { numRuns: 2_000 },
  );
});
