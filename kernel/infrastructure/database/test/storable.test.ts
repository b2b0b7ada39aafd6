import fc from 'fast-check';
import t from 'tap';
import { storable } from '../index.ts';

t.test('what can be stored is answered as the very same value', async (t) => {
  const value = { a: ['x', 1, null, { é: '\u{1F600}' }], b: true };
  t.equal(storable(value), value);
  t.equal(storable('text'), 'text');
  t.equal(storable(null), null);
  t.equal(storable(undefined), undefined);
});

t.test('NUL goes and halves of surrogate pairs are replaced, in keys too', async (t) => {
  t.equal(storable('a\0b\ud83d'), 'ab\ufffd');
  t.same(storable({ 'k\0': ['\udc00', { deep: 'x\0' }], kept: 1 }), {
    k: ['\ufffd', { deep: 'x' }],
    kept: 1,
  });
});

t.test('a key like __proto__ is kept as a key', async (t) => {
  const value = storable(JSON.parse('{"__proto__":{"x":"a\\u0000"}}'));
  t.equal(JSON.stringify(value), '{"__proto__":{"x":"a"}}');
  t.equal(Object.getPrototypeOf(value), Object.prototype);
});

t.test('what nests too deep is cut off, however deep it is', async (t) => {
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  t.same(storable(nested(64)), nested(64));
  t.equal(JSON.stringify(storable(nested(100_000))), `${'['.repeat(64)}null${']'.repeat(64)}`);
});

t.test('whatever came in, nothing that cannot be stored comes out', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '"', '\\') });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true }),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  }));
  const isClean = (each: string) => each.isWellFormed() && !each.includes('\0');
  fc.assert(
    fc.property(value, (each) => {
      const kept = storable(each);
      JSON.stringify(kept, (key, field) => {
        if (!isClean(key) || (typeof field === 'string' && !isClean(field))) throw new Error(key);
        return field;
      });
      return storable(kept) === kept;
    }),
    { numRuns: 300 },
  );
});
