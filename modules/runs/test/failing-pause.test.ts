import t from 'tap';
import { FailingPause } from '../pausing/failing-pause.ts';

const streak = (id: string) => ({ id, organization_id: 'o', author_id: 'a' });

t.test('pauses what only fails, each once, and logs those that did not succeed', async (t) => {
  const paused: string[] = [];
  const warned: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const failing = new FailingPause({
    pause: {
      async pause({ id }, reason) {
        paused.push(`${id} ${reason}`);
        if (id === 'one') await first.promise;
        if (id === 'two') throw new Error('the database is gone');
      },
    },
    logger: { warn: (_message, fields) => void warned.push(fields) },
  });
  for (const id of ['one', 'two', 'two', 'three']) failing.note(streak(id));
  t.same(paused, ['one failing'], 'one after another');
  const stopped = failing.stop();
  first.resolve();
  await stopped;
  t.same(paused, ['one failing', 'two failing', 'three failing']);
  t.match(warned, [{ id: 'two', error: { message: 'the database is gone' } }]);
  failing.note(streak('two'));
  await failing.stop();
  t.equal(paused.length, 4, 'it begins anew');
});
