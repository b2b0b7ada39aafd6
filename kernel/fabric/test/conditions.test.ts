import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import t from 'tap';
import { type Condition, ConditionsSchema, evaluateConditions } from '../templates/conditions.ts';
import { globMatches } from '../templates/glob.ts';
import { naiveGlob } from './support/naive-holds.ts';

const payload = {
  device_id: 'd-1',
  count: 5,
  zero: -0,
  flag: false,
  nothing: null,
  at: '2026-02-01T00:00:00Z',
  tags: ['core', 'edge'],
  data: { name: 'switch-01', list: [{ id: 7 }] },
};
const holds = (field: string, operator: string, value?: Condition['value']): boolean =>
  evaluateConditions({ logic: 'and', conditions: [{ field, operator, value } as Condition] }, payload).passed;

t.test('each operator holds and fails as it says', async (t) => {
  const rows: [string, string, Condition['value'] | undefined, boolean][] = [
    ['device_id', 'eq', 'd-1', true],
    ['count', 'eq', '5', false],
    ['zero', 'eq', 0, true],
    ['nothing', 'eq', null, true],
    ['tags', 'eq', ['core', 'edge'], true],
    ['count', 'ne', 5, false],
    ['count', 'ne', 6, true],
    ['count', 'gt', 4, true],
    ['count', 'gt', 5, false],
    ['count', 'gte', 5, true],
    ['count', 'lt', 5, false],
    ['count', 'lte', 5, true],
    ['at', 'gt', '2026-01-01T00:00:00Z', true],
    ['count', 'gt', '4', false],
    ['flag', 'gt', false, false],
    ['device_id', 'in', ['d-1', 'd-2'], true],
    ['device_id', 'in', 'd-1', false],
    ['device_id', 'not_in', ['d-2'], true],
    ['device_id', 'not_in', ['d-1'], false],
    ['tags', 'contains', 'core', true],
    ['data.name', 'contains', 'tch', true],
    ['count', 'contains', 5, false],
    ['data.name', 'starts_with', 'switch', true],
    ['data.name', 'ends_with', '-02', false],
    ['flag', 'exists', true, true],
    ['nothing', 'exists', undefined, true],
    ['nothing', 'exists', false, false],
    ['data.name', 'matches', 'switch-*', true],
    ['data.name', 'matches', 'switch-??', true],
    ['data.name', 'matches', 'switch', false],
    ['data.list.0.id', 'eq', 7, true],
    ['count', 'unknown', 5, false],
    ['count', 'toString', 5, false],
  ];
  for (const [field, operator, value, expected] of rows)
    t.equal(holds(field, operator, value), expected, `${field} ${operator} ${JSON.stringify(value)}`);
});

t.test('a missing field satisfies only ne, not_in and exists false', async (t) => {
  for (const field of [
    'missing',
    'data.missing',
    '__proto__',
    'constructor',
    'data.constructor.name',
    'tags.length',
  ]) {
    t.ok(holds(field, 'ne', 'x'));
    t.ok(holds(field, 'ne', undefined));
    t.ok(holds(field, 'not_in', ['x']));
    t.ok(holds(field, 'exists', false));
    for (const operator of [
      'eq',
      'gt',
      'gte',
      'lt',
      'lte',
      'in',
      'contains',
      'starts_with',
      'ends_with',
      'exists',
      'matches',
    ])
      t.notOk(holds(field, operator, operator === 'exists' ? true : undefined), `${field} ${operator}`);
  }
});

t.test('and, or, and the conditions that failed; none means always', async (t) => {
  const yes: Condition = { field: 'count', operator: 'eq', value: 5 };
  const no: Condition = { field: 'count', operator: 'eq', value: 6 };
  t.same(evaluateConditions({ logic: 'and', conditions: [yes, no] }, payload), {
    passed: false,
    failed: [no],
  });
  t.same(evaluateConditions({ logic: 'or', conditions: [yes, no] }, payload), { passed: true, failed: [no] });
  t.same(evaluateConditions({ logic: 'or', conditions: [no] }, payload), { passed: false, failed: [no] });
  for (const none of [null, undefined, { logic: 'or' as const, conditions: [] }])
    t.same(evaluateConditions(none, payload), { passed: true, failed: [] });
});

t.test('any payload gives a verdict', async () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.string(),
      fc.constantFrom('eq', 'gt', 'in', 'matches', 'exists'),
      (any, field, operator) => {
        const conditions = [{ field, operator, value: 'x' } as Condition];
        return typeof evaluateConditions({ logic: 'and', conditions }, any).passed === 'boolean';
      },
    ),
  );
});

t.test('the schema takes the closed set and nothing else', async (t) => {
  const validate = new Ajv2020({ strict: true }).compile(ConditionsSchema);
  const one = (condition: object): boolean => validate({ logic: 'and', conditions: [condition] });
  t.ok(one({ field: 'a.b', operator: 'in', value: ['x', 1, null] }));
  t.ok(one({ field: 'a', operator: 'exists' }));
  t.notOk(one({ field: 'a', operator: 'regex', value: 'x' }));
  t.notOk(one({ field: 'a', operator: 'eq', value: { $ne: 1 } }));
  t.notOk(one({ field: '', operator: 'eq', value: 1 }));
  t.notOk(one({ field: 'a', operator: 'eq', value: 1, more: true }));
  t.notOk(validate({ logic: 'xor', conditions: [] }));
});

t.test('globs agree with a naive matcher and do not explode', async (t) => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (glob, subject) => globMatches(glob, subject) === naiveGlob(glob, subject)),
    { numRuns: 2_000 },
  );
  t.notOk(globMatches('*a'.repeat(100), 'a'.repeat(4_095).concat('b')));
  t.notOk(globMatches('*', 'a'.repeat(4_097)));
});
