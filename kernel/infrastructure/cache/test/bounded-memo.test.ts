import t from 'tap';
import { BoundedMemo } from '../bounded-memo.ts';

t.test('what was used longest ago is forgotten first', async (t) => {
  const remembered = new BoundedMemo<number>(2);
  remembered.set('a', 1);
  remembered.set('b', 2);
  remembered.get('a');
  remembered.set('c', 3);
  t.same(
    ['a', 'b', 'c'].map((key) => remembered.get(key)),
    [1, undefined, 3],
  );
});

t.test('setting again replaces and forgets nothing', async (t) => {
  const remembered = new BoundedMemo<number>(2);
  remembered.set('a', 1);
  remembered.set('b', 2);
  remembered.set('a', 3);
  t.same(
    ['a', 'b'].map((key) => remembered.get(key)),
    [3, 2],
  );
  remembered.delete('a');
  t.equal(remembered.get('a'), undefined);
});
