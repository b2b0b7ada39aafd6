import { atLeast, type Bench } from '../../bench.ts';
import { load } from '../../load/load.ts';
import { startIdentitySide } from '../../processes/identity-side.ts';
import { stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';
import { bearer } from './http-sides.ts';

const WARM_UP_SECONDS = 2;

async function run(stage: Stage) {
  const side = await startIdentitySide(stage);
  try {
    const { token } = await side.signIn();
    const pid = side.child.pid ?? 0;
    const open = { url: `${side.url}/api/v1/bench/open`, pid };
    const closed = { url: `${side.url}/api/v1/bench/closed`, pid, headers: bearer(token) };
    for (const target of [open, closed]) await load(target, stage.of(WARM_UP_SECONDS, 0.2));
    const { rounds, seconds } = stage.options;
    const figures = await alternate(rounds, {
      floor: async () => (await load(open, seconds)).perSecond,
      product: async () => (await load(closed, seconds)).perSecond,
    });
    const note =
      'One handler on two routes; role, sites, session and token version as the database had them within the last second.';
    return [{ name: 'token', unit: 'requests/s', ...figures, bar: atLeast(0.7), note }];
  } finally {
    await stop(side.child);
  }
}

export const token: Bench = {
  name: 'token',
  about: 'a route with its token and role checked against the same route without',
  run,
};
