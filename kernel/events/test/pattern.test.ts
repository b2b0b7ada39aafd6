import * as fc from 'fast-check';
import t from 'tap';
import { covers, type Meter, type Pattern, parsePattern, patternMatches } from '../patterns/pattern.ts';
import { PatternIndex } from '../patterns/pattern-index.ts';
import { naiveMatch } from './support/naive-match.ts';

const parse = (text: string): Pattern => {
  const pattern = parsePattern(text);
  if (pattern === null) throw new Error(`not a pattern: ${text}`);
  return pattern;
};

const word = fc.constantFrom('a', 'b', 'c', 'device', 'status');
const patternText = fc
  .array(fc.oneof(word, fc.constant('*'), fc.constant('**')), { minLength: 1, maxLength: 7 })
  .map((words) => words.join('.'));
const eventType = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join('.'));

t.test('the grammar of patterns', async (t) => {
  const rows: [string, string, boolean][] = [
    ['device.status.changed', 'device.status.changed', true],
    ['device.status.changed', 'Device.status.changed', false],
    ['device.*', 'device.updated', true],
    ['device.*', 'device.status.changed', true],
    ['device.*', 'device', false],
    ['device.*.changed', 'device.status.changed', true],
    ['device.*.changed', 'device.a.b.changed', false],
    ['device.**', 'device', true],
    ['device.**.changed', 'device.changed', true],
    ['device.**.changed', 'device.a.b.changed', true],
    ['**', 'anything.at.all', true],
    ['*', 'anything.at.all', true],
    ['*.vlan.created', 'network.vlan.created', true],
    ['**.*', 'one', true],
    ['*.**.*', 'one', false],
  ];
  for (const [pattern, type, expected] of rows)
    t.equal(patternMatches(parse(pattern), type), expected, `${pattern} on ${type}`);
});

t.test('partial segments, empty segments, odd characters and long texts are no patterns', async (t) => {
  for (const text of [
    '',
    'dev*',
    'a..b',
    '.a',
    'a.',
    '***',
    'a b',
    'a.*b',
    'a/b',
    'ä',
    'a'.repeat(201),
    'a.?',
  ])
    t.equal(parsePattern(text), null, JSON.stringify(text));
  t.ok(parsePattern('a'.repeat(200)));
});

t.test('the matcher agrees with the naive one', async () => {
  fc.assert(
    fc.property(patternText, eventType, (pattern, type) => {
      return patternMatches(parse(pattern), type) === naiveMatch(pattern, type);
    }),
    { numRuns: 3_000 },
  );
});

t.test('the index finds exactly what matching one by one finds, while patterns come and go', async () => {
  fc.assert(
    fc.property(
      fc.array(patternText, { maxLength: 30 }),
      fc.array(fc.nat(29), { maxLength: 15 }),
      fc.array(eventType, { minLength: 1, maxLength: 10 }),
      (patterns, deleted, types) => {
        const index = new PatternIndex<number>();
        for (const [value, text] of patterns.entries()) index.add(parse(text), value);
        for (const type of types) index.match(type);
        const gone = new Set(deleted);
        for (const value of gone) {
          const text = patterns[value];
          if (text !== undefined) index.delete(parse(text), value);
        }
        const left = [...patterns.entries()].filter(([value]) => !gone.has(value));
        return (
          index.size === left.length &&
          types.every((type) => {
            const expected = left
              .filter(([, text]) => patternMatches(parse(text), type))
              .map(([value]) => value);
            return JSON.stringify([...index.match(type)].sort((a, b) => a - b)) === JSON.stringify(expected);
          })
        );
      },
    ),
    { numRuns: 500 },
  );
});

t.test('one value under many patterns is found once; deleting what is not there says so', async (t) => {
  const index = new PatternIndex<string>();
  index.add(parse('device.*'), 'x');
  index.add(parse('**'), 'x');
  t.same(index.match('device.updated'), ['x']);
  t.notOk(index.delete(parse('device.*'), 'y'));
  t.notOk(index.delete(parse('nothing.here'), 'x'));
  t.ok(index.delete(parse('**'), 'x'));
  t.same(index.match('device.updated'), ['x']);
  t.same(index.match('alert.raised'), []);
});

t.test('remembered matches stay bounded and right', async (t) => {
  const index = new PatternIndex<string>();
  index.add(parse('a.*'), 'x');
  const lost = Array.from({ length: 12_000 }, (_, count) => index.match(`a.n${count}`)).filter(
    ({ length }) => length !== 1,
  );
  t.equal(lost.length, 0);
  t.same(index.match('b.c'), []);
});

t.test('a hundred patterns built to backtrack do bounded work on a thousand events', async (t) => {
  const patterns = Array.from({ length: 100 }, (_, index) => parse(`${'**.a.'.repeat(30)}**.z${index}`));
  const types = Array.from({ length: 1_000 }, (_, index) => `${'a.'.repeat(20)}b${index}`);
  const meter: Meter = { steps: 0 };
  for (const pattern of patterns) for (const type of types) patternMatches(pattern, type, meter);
  const [first] = patterns;
  const most = 100 * 1_000 * (first?.segments.length ?? 0) * 21;
  t.ok(meter.steps < most, `${meter.steps} steps`);
  t.ok(meter.steps / (100 * 1_000) < 2 * (61 + 21), 'linear in pattern and event');
});

t.test('the step count stays below pattern length times event length whatever they are', async () => {
  fc.assert(
    fc.property(patternText, eventType, (text, type) => {
      const meter: Meter = { steps: 0 };
      const pattern = parse(text);
      patternMatches(pattern, type, meter);
      return meter.steps <= (pattern.segments.length + 1) * (type.split('.').length + 1);
    }),
    { numRuns: 1_000 },
  );
});

t.test('a granted pattern covers event types when it matches each of them', async (t) => {
  t.ok(covers(parse('device.*'), ['device.updated', 'device.status.changed']));
  t.notOk(covers(parse('device.*'), ['device.updated', 'audit.written']));
  t.ok(covers(parse('device.*'), []));
});
