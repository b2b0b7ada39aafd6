import t from 'tap';
import { waitFor } from '../../harness/index.ts';
import { Listener } from '../support/listener.ts';
import { MortalRedis } from '../support/platform/mortal-redis.ts';
import { bootTwins } from '../support/platform/twins.ts';

const skip =
  process.env['PATCHBAY_TEST_REDIS_URL'] === undefined
    ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here'
    : false;
const MOST = 25;

t.test(
  'the connections of one user are counted over all processes',
  { skip, timeout: 600_000 },
  async (t) => {
    const redis = await MortalRedis.create();
    t.teardown(() => redis.remove());
    const [one, two] = await bootTwins(t, { redisUrl: redis.url });
    const viewer = await one.person('viewer');
    const other = await one.person('viewer');
    const open: Listener[] = [];
    for (let index = 0; index < MOST; index += 1)
      open.push(await Listener.open(index % 2 ? one : two, viewer.token));
    const refused = async (platform: typeof one) => {
      const listener = Listener.begin(platform, viewer.token);
      await waitFor('the refusal', () => listener.closedWith);
      return listener.closedWith;
    };

    t.equal(await refused(one), 1013);
    t.equal(await refused(two), 1013);
    (await Listener.open(one, other.token)).close();

    await t.test('one that closes makes room in either process', async () => {
      open.pop()?.close();
      const next = await waitFor('room', async () => {
        const listener = Listener.begin(two, viewer.token);
        await waitFor(
          'an answer',
          () => listener.closedWith ?? listener.frames.some(({ type }) => type === 'connected'),
        );
        return listener.closedWith === undefined ? listener : null;
      });
      open.push(next);
      t.equal(await refused(one), 1013);
    });

    await t.test(
      'without Redis each process counts for itself, and lets nobody in beyond the limit',
      async (t) => {
        redis.freeze();
        const here = open.filter((listener) => listener.url === two.url).length;
        const more = await Promise.all(
          Array.from({ length: MOST - here }, () => Listener.open(two, viewer.token)),
        );
        open.push(...more);
        t.equal(await refused(two), 1013);
        redis.thaw();
      },
    );
    for (const listener of open) listener.close();
  },
);
