// Waits more than it computes: for the time in which a change is confirmed, and that of the router.
import t from 'tap';
import { killsAroundConfirmations } from './changes/confirmations.ts';

t.setTimeout(900_000);

t.test('a kill at any point of a confirmed apply leaves an attempt that tells the truth', async (t) => {
  for (const { point, problems } of await killsAroundConfirmations()) t.same(problems, [], point);
});
