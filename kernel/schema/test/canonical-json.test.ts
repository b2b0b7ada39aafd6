import fc from 'fast-check';
import t from 'tap';
import { canonicalJson } from '../canonical-json.ts';

/** The order in which an object lists keys that were added by code unit. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, each]) => [key, inOrder(each)]));
}

t.test('the text is that of JSON with its keys in order, whole numbers first', async (t) => {
  const key = fc.oneof(fc.string(), fc.nat(20).map(String), fc.constantFrom('01', '1e1', '-1', '__proto__'));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.array(tie('value')),
      fc.dictionary(key, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, (each) => {
      const spelled = JSON.parse(JSON.stringify(each));
      t.equal(canonicalJson(spelled), JSON.stringify(inOrder(spelled)));
    }),
    { numRuns: 300 },
  );
});

t.test('values that JSON has no spelling for are treated as JSON.stringify treats them', async (t) => {
  const odd = {
    at: new Date(0),
    absent: undefined,
    work: () => {},
    symbol: Symbol('s'),
    list: [undefined, () => {}, Number.NaN],
  };
  t.equal(canonicalJson(odd), '{"at":"1970-01-01T00:00:00.000Z","list":[null,null,null]}');
  t.equal(canonicalJson(undefined), 'null');
  t.throws(() => canonicalJson({ count: 1n }), TypeError);
});

t.test('a value deeper than the bound throws its error, one as deep does not', async (t) => {
  const bound = { most: 2, tooDeep: () => new RangeError('too deep') };
  t.equal(canonicalJson({ a: { b: 1 } }, bound), '{"a":{"b":1}}');
  t.throws(() => canonicalJson({ a: { b: [1] } }, bound), { message: 'too deep' });
});

t.test('whole numbers among keys stand by their code units where the rules say so', async (t) => {
  const value = { 9: 1, 10: 2, '-': 3 };
  t.equal(canonicalJson(value), '{"9":1,"10":2,"-":3}');
  t.equal(canonicalJson(value, { byCodeUnit: true }), '{"-":3,"10":2,"9":1}');
});
