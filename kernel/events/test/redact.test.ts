import * as fc from 'fast-check';
import t from 'tap';
import { SECRET_FIELD_NAMES, SECRET_MARK } from '../../telemetry/index.ts';
import { redact } from '../redact.ts';

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const spellings = SECRET_FIELD_NAMES.flatMap((name) => [
  name,
  name.toUpperCase(),
  camel(name),
  name.replaceAll('_', '-'),
  camel(`_${name}`),
]);

t.test('every spelling of every name is removed at any depth', async () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...spellings),
      fc.array(fc.boolean(), { maxLength: 20 }),
      fc.jsonValue(),
      (name, nesting, keep) => {
        const wrap = (inner: unknown): unknown =>
          nesting.reduce((value, isArray) => (isArray ? [value, 1] : { nested: value, other: 2 }), inner);
        return (
          JSON.stringify(redact(wrap({ [name]: 'planted', kept: 1 }))) ===
            JSON.stringify(wrap({ kept: 1 })) &&
          !JSON.stringify(redact(wrap({ [name]: keep }))).includes(name)
        );
      },
    ),
    { numRuns: 500 },
  );
});

t.test('names that only resemble a secret stay', async (t) => {
  const payload = { token_count: 3, secretary: 'x', password_changed_at: 'y', cookies: 1, tokens: 2 };
  t.same(redact(payload), payload);
});

t.test('the original is not touched and shares nothing with the copy', async (t) => {
  const payload = { a: { password: 'x', list: [{ token: 'y', keep: true }] } };
  const before = structuredClone(payload);
  const copy = redact(payload);
  t.same(payload, before);
  t.same(copy, { a: { list: [{ keep: true }] } });
  copy.a.list.length = 0;
  t.same(payload, before);
});

t.test('values of type Secret are removed under any name', async (t) => {
  const marked = { [SECRET_MARK]: true };
  t.same(redact({ value: marked, list: [1, marked] }), { list: [1, null] });
  t.equal(redact<unknown>(marked), undefined);
});

t.test('very deep, very wide and circular values end', async (t) => {
  let deep: unknown = { password: 'planted' };
  for (let depth = 0; depth < 200_000; depth++) deep = [deep];
  t.notMatch(JSON.stringify(redact(deep)), /planted/);
  const circular: Record<string, unknown> = { keep: 1 };
  circular['self'] = circular;
  t.match(JSON.stringify(redact(circular)), /truncated/);
  const wide = Array.from({ length: 300_000 }, () => ({ password: 'planted' }));
  t.ok(redact(wide).length <= 100_001);
});

t.test('a field called __proto__ does not travel', async (t) => {
  const copy = redact(JSON.parse('{"__proto__":{"admin":true},"keep":1}'));
  t.same(Object.keys(copy), ['keep']);
  t.equal(copy.admin, undefined);
});

t.test('scalars pass as they are', async (t) => {
  for (const value of [null, 1, 'x', true]) t.equal(redact(value), value);
});
