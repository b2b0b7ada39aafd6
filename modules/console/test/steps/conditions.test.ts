import {
  conditionsBody,
  conditionsFrom,
  conditionText,
  isEventPattern,
  isExactType,
  kindOfType,
  matchesEvent,
  widerPatterns,
} from '@patchbay/console-kit/steps-model';
import { parsePattern, patternMatches } from '@patchbay/kernel/events';
import t from 'tap';

const stored = {
  logic: 'or',
  conditions: [
    { field: 'confidence', operator: 'gte', value: 0.8 },
    { field: 'kind', operator: 'in', value: ['a', 'b'] },
    { field: 'note', operator: 'exists', value: false },
    { field: 'site_id', operator: 'eq', value: null },
    { field: 'open', operator: 'ne', value: true },
    { field: 'name', operator: 'matches', value: '10*' },
  ],
};

t.test('conditions come back as they were stored', async (t) => {
  t.same(conditionsBody(conditionsFrom(stored)), stored);
  t.same(conditionsBody(conditionsFrom(null)), { logic: 'and', conditions: [] });
});

t.test('a row without a field is not sent, and a number is sent as one', async (t) => {
  const { rows } = conditionsFrom({ conditions: [{ field: 'a', operator: 'gt', value: 1 }] });
  const [row] = rows;
  if (row === undefined) return t.fail('there is a row');
  const body = conditionsBody({
    logic: 'and',
    rows: [
      { ...row, texts: ['12'] },
      { ...row, field: ' ' },
    ],
  });
  t.same(body.conditions, [{ field: 'a', operator: 'gt', value: 12 }]);
  const text = conditionsBody({ logic: 'and', rows: [{ ...row, operator: 'starts_with', texts: ['12'] }] });
  t.same(
    text.conditions,
    [{ field: 'a', operator: 'starts_with', value: '12' }],
    'texts are compared with texts',
  );
});

t.test('a condition is told in one line', async (t) => {
  t.same(conditionsFrom(stored).rows.map(conditionText), [
    'confidence ≥ 0.8',
    'kind in ["a", "b"]',
    'note exists false',
    'site_id = null',
    'open ≠ true',
    'name matches "10*"',
  ]);
});

t.test('the type of a field says how its value is typed', async (t) => {
  t.same(['string', 'integer', 'number|null', 'boolean', 'object', '', 'string|number'].map(kindOfType), [
    'text',
    'number',
    'number',
    'boolean',
    null,
    null,
    null,
  ]);
});

t.test('patterns match here as they match on the platform', async (t) => {
  const patterns = [
    'a.b',
    'a.*',
    '*.b',
    'a.**',
    '**',
    '**.c',
    'a.**.c',
    '*',
    'a.*.c',
    'dev*',
    '',
    'a..b',
    '**.*',
  ];
  const types = ['a', 'a.b', 'a.b.c', 'a.c', 'b.c', 'a.x.y.c', 'A.b'];
  for (const pattern of patterns) {
    const parsed = parsePattern(pattern);
    t.equal(isEventPattern(pattern), parsed !== null, `${pattern} is a pattern or none`);
    if (parsed === null) continue;
    t.equal(isExactType(pattern), parsed.exact, pattern);
    for (const type of types)
      t.equal(matchesEvent(pattern, type), patternMatches(parsed, type), `${pattern} on ${type}`);
  }
  t.same(widerPatterns('device.status.changed'), ['device.status.*', 'device.**']);
});
