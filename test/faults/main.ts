import { parseArgs } from 'node:util';
import { prepareTemplate } from '../harness/template.ts';
import { startTestPostgres } from '../run/postgres.ts';
import { startTestRedis } from '../run/redis.ts';
import { killsDuringApplies } from './changes/applies.ts';
import { killsDuringRelayAndRuns } from './relay/relay-and-runs.ts';
import { race, subjects } from './single-use.ts';
import { killsOfOneOfTwo, pauseOfOneOfTwo } from './two-processes.ts';
import { isClean, lineOf, type Tally } from './world/tally.ts';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const share = values.full ? 1 : 0.1;
const postgres = await startTestPostgres();
process.env['PATCHBAY_TEST_DATABASE_URL'] = postgres.url;
await prepareTemplate(postgres.url);

const redis = await startTestRedis();

type Scenario = (kills: number, onProgress: (done: number) => boolean) => Promise<Tally>;

const RACES = 200;
/** 10,000 events with 50 kills. */
const EVENTS_PER_KILL = 200;
/** Fewer, since some Connections let one run go on at a time. */
const EVENTS_PER_KILL_OF_ONE = 30;
const PAUSED_MS = 60_000;
const PAUSED_EVENTS = 400;

const relayAndRuns: Scenario = (kills, onProgress) =>
  killsDuringRelayAndRuns(kills, onProgress, kills * EVENTS_PER_KILL);

const withRedis = (redisUrl: string): readonly [string, number, Scenario][] => [
  [
    'two processes',
    20,
    (kills, onProgress) =>
      killsOfOneOfTwo(
        kills,
        { redisUrl, leaseSeconds: 30, events: kills * EVENTS_PER_KILL_OF_ONE },
        onProgress,
      ),
  ],
  [
    'paused',
    1,
    () => pauseOfOneOfTwo(PAUSED_MS * share, { redisUrl, leaseSeconds: 30 * share, events: PAUSED_EVENTS }),
  ],
];

const scenarios: readonly (readonly [string, number, Scenario])[] = [
  ['applies', 200, killsDuringApplies],
  ['relay and runs', 50, relayAndRuns],
  ...(redis ? withRedis(redis.url) : []),
];

/** Interrupted, it kills no more, and counts what there is. */
let isOver = false;
process.once('SIGINT', () => (isOver = true));

let failed = 0;
for (const [name, full, run] of scenarios) {
  if (positionals.length > 0 && !positionals.includes(name.split(' ')[0] ?? '')) continue;
  const kills = Math.ceil(full * share);
  const tally = await run(kills, (done) => {
    console.log(`${name}: ${done} of ${kills} kills`);
    return !isOver;
  });
  console.log(lineOf(name, tally));
  if (!isClean(tally)) {
    failed += 1;
    console.log(JSON.stringify(tally, null, 2));
  }
}
for (const subject of subjects) {
  if (positionals.length > 0 && !positionals.includes('races')) break;
  // `races reset` runs those of one subject only.
  const wanted = positionals.slice(positionals.indexOf('races') + 1);
  if (wanted.length > 0 && !wanted.some((words) => subject.name.includes(words))) continue;
  const closers: (() => unknown)[] = [];
  const rounds = Math.ceil(RACES * share);
  const tally = await race({ teardown: (work) => closers.push(work) }, subject, rounds);
  for (const close of closers) await close();
  const { acknowledged, lost, doubled, stuck } = tally;
  console.log(
    `races, ${subject.name}: ${rounds} rounds of 50, ${acknowledged} won once or more, ${doubled.length} more than once, ${lost.length} by nobody`,
  );
  if (isClean(tally)) continue;
  failed += 1;
  console.log(JSON.stringify({ lost, doubled, stuck }, null, 2));
}
await redis?.stop();
await postgres.stop();
process.exit(failed === 0 ? 0 : 1);
