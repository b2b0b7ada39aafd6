// Waits more than it computes: for leases of killed processes to end, and for processes to start.
import t from 'tap';
import { times } from '../run/counts.ts';
import { killsDuringApplies } from './changes/applies.ts';
import { killsDuringRelayAndRuns } from './relay/relay-and-runs.ts';
import { isClean, lineOf } from './world/tally.ts';

/**
 * In CI a tenth of the full counts, and never fewer than 25 kills together: at any moment, at every point of an apply and
 * of its undo, and around a change set.
 */
const APPLY_KILLS = times(20, 4);
const RUN_KILLS = times(6, 2);

t.setTimeout(900_000);

t.test('kills during applies lose nothing acknowledged and push nothing twice', async (t) => {
  const tally = await killsDuringApplies(APPLY_KILLS);
  t.comment(lineOf('applies', tally));
  t.same(
    { lost: tally.lost, doubled: tally.doubled, stuck: tally.stuck, untrue: tally.untrue },
    { lost: [], doubled: [], stuck: [], untrue: [] },
  );
  t.ok(isClean(tally) && tally.acknowledged > 0, 'some applies were acknowledged between the kills');
});

t.test('kills during relay and runs lose no event and double no effect', async (t) => {
  const tally = await killsDuringRelayAndRuns(RUN_KILLS);
  t.comment(lineOf('relay and runs', tally));
  t.same(
    { lost: tally.lost, doubled: tally.doubled, stuck: tally.stuck },
    { lost: [], doubled: [], stuck: [] },
  );
  t.ok(tally.acknowledged > 0, 'some writes were acknowledged between the kills');
});
