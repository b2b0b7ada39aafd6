import t from 'tap';
import { parseBounded } from '../wire/bounded-json.ts';

const bounds = { depth: 3, keys: 4 };

t.test('data within the bounds is parsed, whatever brackets and commas its texts hold', async (t) => {
  const within: unknown[] = [
    null,
    'text, with [brackets] {and} "quotes" \\ \\" ,,,,,,',
    [],
    [1, 2, 3, 4],
    { a: [[]], b: {} },
    { 'a,",[': 1, '\\': ',,,,', '\\"': [1] },
    [[[1]]],
  ];
  for (const data of within) {
    t.same(parseBounded(JSON.stringify(data), bounds), data);
    t.same(parseBounded(JSON.stringify(data, null, 2), bounds), data);
  }
});

t.test('data beyond them, and what is no JSON, is refused', async (t) => {
  const beyond = ['[1,2,3,4,5]', '[[],[],[],[],[]]', '[[[[]]]]', '{"a":{"b":{"c":[]}}}', '[1,[2,[3,4]]]'];
  for (const text of [...beyond, '', '[', '"', '"\\"', '{"a"}', ']]]]', ',,'])
    t.equal(parseBounded(text, bounds), undefined, text);
});

t.test(
  'text beyond the bounds is told before it is parsed: what would be thrown away is not made',
  async (t) => {
    const text = `[${'[],'.repeat(600_000)}[]]`;
    const times = Array.from({ length: 8 }, () => {
      const startedMs = performance.now();
      t.equal(parseBounded(text, { depth: 32, keys: 20_000 }), undefined);
      return performance.now() - startedMs;
    });
    t.ok(Math.min(...times) < 20, `${Math.min(...times)} ms`);
  },
);
