import t from 'tap';
import { race, subjects } from './single-use.ts';

/** A tenth of the full count for what is used most; sign-ins and hashes make the others slow. */
const ROUNDS: Readonly<Record<string, number>> = { 'refresh token': 20, 'backup code': 2, 'reset token': 2 };
const OTHERS = 5;

t.setTimeout(400_000);

for (const subject of subjects)
  t.test(`of fifty parallel uses of a ${subject.name} exactly one wins, round after round`, async (t) => {
    const rounds = ROUNDS[subject.name] ?? OTHERS;
    const { lost, doubled, stuck, acknowledged } = await race(t, subject, rounds);
    t.same(
      { lost, doubled, stuck, acknowledged },
      { lost: [], doubled: [], stuck: [], acknowledged: rounds },
    );
  });
