import t from 'tap';
import { withDeadline, withFallback } from '../index.ts';

const never = new Promise<string>(() => {});
const late = () => new Error('late');

t.test('work that ends in time answers, and fails as itself', async (t) => {
  t.equal(await withDeadline(1_000, Promise.resolve('done'), late), 'done');
  await t.rejects(withDeadline(1_000, Promise.reject(new Error('broken')), late), { message: 'broken' });
  t.equal(await withFallback(1_000, Promise.resolve('done'), () => 'fallback'), 'done');
});

t.test('the wait ends with the deadline or with the signal, whatever the work does later', async (t) => {
  const { promise, reject } = Promise.withResolvers<string>();
  await t.rejects(withDeadline(5, promise, late), { message: 'late' });
  reject(new Error('unheard'));
  t.equal(await withFallback(5, never, () => 'fallback'), 'fallback');
  await t.rejects(withDeadline(60_000, never, late, AbortSignal.abort(new Error('stopped'))), {
    message: 'stopped',
  });
  const stopping = new AbortController();
  const waiting = withDeadline(60_000, never, late, stopping.signal);
  stopping.abort(new Error('stopped midway'));
  await t.rejects(waiting, { message: 'stopped midway' });
});
