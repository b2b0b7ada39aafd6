import t from 'tap';
import { times } from '../run/counts.ts';
import { race, subjects } from './single-use.ts';

/** A tenth of the full count for what is used most; sign-ins and hashes make the others slow. */
const ROUNDS: Readonly<Record<string, number>> = {
  'refresh token': times(20, 5),
  'backup code': times(2, 1),
  'reset token': times(2, 1),
};
const OTHERS = times(5, 2);

t.setTimeout(900_000);

for (const subject of subjects)
  t.test(`of fifty parallel uses of a ${subject.name} exactly one wins, round after round`, async (t) => {
    const rounds = ROUNDS[subject.name] ?? OTHERS;
    const { lost, doubled, stuck, acknowledged } = await race(t, subject, rounds);
    t.same(
      { lost, doubled, stuck, acknowledged },
      { lost: [], doubled: [], stuck: [], acknowledged: rounds },
    );
  });
