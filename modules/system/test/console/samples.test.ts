import t from 'tap';
import { ratesOf, seriesOf, withSample } from '../../console/platform/samples.ts';

const sample = (time: number, values: Readonly<Record<string, number>>) => ({ time, values });

t.test('an hour of samples is kept, and no moment twice', async (t) => {
  const many = Array.from({ length: 800 }, (_, at) => sample(at, { a: at }));
  const kept = many.reduce(withSample, []);
  t.equal(kept.length, 720);
  t.equal(kept[0]?.time, 80);
  t.equal(withSample(kept, sample(799, { a: 1 })).length, 720);
});

t.test('a series has a gap where a figure is missing', async (t) => {
  const samples = [sample(1, { a: 1 }), sample(2, { b: 3 })];
  t.same(seriesOf(samples), [
    { label: 'a', values: [1, null] },
    { label: 'b', values: [null, 3] },
  ]);
  t.same(seriesOf(samples, ['b']), [{ label: 'b', values: [null, 3] }]);
});

t.test('counters become rates; a restart is a gap', async (t) => {
  const samples = [sample(0, { n: 10 }), sample(5, { n: 20 }), sample(10, { n: 3 }), sample(12, { n: 5 })];
  t.same(ratesOf(samples, 'n'), [null, 2, null, 1]);
});
