import fc from 'fast-check';
import t from 'tap';
import { canonicalJson, changeHash } from '../services/record/canonical-json.ts';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
};

const key = Buffer.alloc(32, 1);
const hashOf = (each: Parameters<typeof changeHash>[1]) => changeHash(key, each);
const change = {
  id: 'i',
  controller_id: 'c',
  feature: 'f',
  operation: 'update',
  target_id: '*1',
  payload: { a: 1, b: 2 },
} as const;

t.test('the order of keys does not alter the text, and the text means the same', async () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
  fc.assert(
    fc.property(value, (each) => {
      const text = canonicalJson(each);
      return text === canonicalJson(reversed(each)) && canonicalJson(JSON.parse(text)) === text;
    }),
    { numRuns: 300 },
  );
});

t.test('the hash holds for another order of keys and for nothing else', async (t) => {
  const hash = hashOf(change);
  t.equal(hashOf({ ...change, payload: { b: 2, a: 1 } }), hash);
  const others = [
    { ...change, payload: { a: 1, b: '2' } },
    { ...change, payload: { a: 1 } },
    { ...change, target_id: '*2' },
    { ...change, target_id: null },
    { ...change, operation: 'delete' as const },
    { ...change, feature: 'g' },
    { ...change, controller_id: 'd' },
    { ...change, id: 'j' },
  ];
  t.equal(new Set([hash, ...others.map(hashOf)]).size, others.length + 1);
  t.not(changeHash(Buffer.alloc(32, 2), change), hash, 'nor for another key');
});

t.test('a value deeper than a body may be is a validation error', async (t) => {
  let deep: unknown = 1;
  for (let level = 0; level < 5_000; level += 1) deep = { deep };
  t.throws(() => canonicalJson(deep), { message: 'Validation failed.' });
});
