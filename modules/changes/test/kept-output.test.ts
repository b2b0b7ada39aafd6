import t from 'tap';
import { keptOutput, MAX_OUTPUT } from '../services/applying/kept-output.ts';
import { feature } from './support/rows.ts';

const kept = (output: unknown) => keptOutput(output, feature());
const sizeOf = (value: unknown) => JSON.stringify(value).length;

t.test('what a diagnosis prints is kept as it is, without secrets', async (t) => {
  t.equal(kept(undefined), null);
  t.equal(kept(null), null);
  t.same(kept('3 packets transmitted'), { value: '3 packets transmitted', is_truncated: false });
  t.same(kept([{ host: '192.0.2.1', time: '1ms', password: 'hunter2' }]), {
    value: [{ host: '192.0.2.1', time: '1ms', password: '[redacted]' }],
    is_truncated: false,
  });
  t.same(kept('a\0b')?.value, 'ab', 'what cannot be stored is left out');
});

t.test('a long one is cut, and says so', async (t) => {
  const rows = Array.from({ length: 2_000 }, (_, seq) => ({ seq, text: 'x'.repeat(100) }));
  const cut = kept(rows);
  t.ok(cut?.is_truncated);
  const value = cut?.value as readonly unknown[];
  t.same(value, rows.slice(0, value.length), 'its first rows are kept whole');
  t.ok(sizeOf(value) <= MAX_OUTPUT && sizeOf(value) > MAX_OUTPUT - 200, String(sizeOf(value)));
  for (const text of ['x'.repeat(MAX_OUTPUT * 3), '"'.repeat(MAX_OUTPUT), '😀'.repeat(MAX_OUTPUT)]) {
    const shorter = kept(text);
    t.ok(shorter?.is_truncated);
    t.ok(sizeOf(shorter?.value) <= MAX_OUTPUT);
  }
  t.type(kept({ text: 'x'.repeat(MAX_OUTPUT) })?.value, 'string', 'a long object becomes text');
});
