import t, { type Test } from 'tap';
import {
  type Answer,
  comesWithin,
  freshAddress,
  type Harness,
  PASSWORD,
  type Person,
  timed,
  waitFor,
} from '../../harness/index.ts';
import { Listener } from '../support/listener.ts';
import { MortalRedis, withoutRedis } from '../support/platform/mortal-redis.ts';
import { bootTwins } from '../support/platform/twins.ts';
import { endedRuns, inboxOf, notify, onNewSites } from '../support/wired.ts';

t.test('two processes whose Redis forgets, dies and comes back', { skip: withoutRedis }, async (t) => {
  const redis = await MortalRedis.create();
  t.teardown(() => redis.remove());
  const [one, two] = await bootTwins(t, { redisUrl: redis.url });
  const owner = await one.owner();
  const both = [one, two] as const;

  await t.test('a revoked session stays dead when Redis forgets everything', async (t) => {
    const viewer = await one.person('viewer');
    const socket = await Listener.open(two, viewer.token);
    t.equal(await whoAmI(two, viewer), 200);
    await redis.flush();
    t.equal((await one.call('POST', '/auth/logout-all', { as: viewer })).status, 204);
    await redis.flush();
    await isDead(t, two, viewer);
    await isClosed(t, socket);
    await redis.flush();
    for (const platform of both) t.equal(await whoAmI(platform, viewer), 401);
  });

  await t.test('a Redis that hangs delays no caller for long', async (t) => {
    redis.freeze();
    for (const platform of both) {
      const read = await timed(() => platform.call('GET', '/sites', { as: owner }));
      t.equal(read.answer.status, 200);
      t.ok(read.tookMs < 1_000, `answered in ${read.tookMs} ms`);
      const { answer, tookMs } = await timed(() => signIn(platform, '/auth/login'));
      t.equal(answer.status, 503);
      t.ok(tookMs < 500, `refused in ${tookMs} ms`);
    }
    redis.thaw();
    for (const platform of both)
      await waitFor('sign-in', async () => (await signIn(platform, '/auth/login')).status === 200);
  });

  const viewer = await one.person('viewer');
  const reader = await one.person('org_admin');
  const connection = await onNewSites(one, owner, [notify(reader)]);
  const stream = await (await Listener.open(two, owner.token)).subscribe(['site.*']);
  const socket = await Listener.open(two, viewer.token);
  await one.site(owner, 'Before');
  await waitFor('the first event', () => stream.cursors[0]);
  const since = Number(stream.cursors[0]);
  await redis.kill();

  await t.test('without Redis reads and writes keep working', async (t) => {
    for (const platform of both) {
      const read = await timed(() => platform.call('GET', '/sites', { as: owner }));
      t.equal(read.answer.status, 200);
      t.ok(read.tookMs < 500, `answered in ${read.tookMs} ms`);
    }
    await one.site(owner, 'Without Redis');
    t.equal((await two.call('GET', '/sites?search=Without', { as: owner })).body.total, 1);
  });

  await t.test('without Redis sign-in answers 503 within half a second', async (t) => {
    for (const platform of both)
      for (const path of ['/auth/login', '/auth/token']) {
        const { answer, tookMs } = await timed(() => signIn(platform, path));
        t.equal(answer.status, 503, path);
        t.match(answer.body, { error: { code: 503, request_id: String } });
        t.ok(Number(answer.headers['retry-after']) >= 1, 'and says when to try again');
        t.ok(tookMs < 500, `answered in ${tookMs} ms`);
      }
  });

  await t.test(
    'without Redis events reach the sockets of the other process, once and in order',
    async (t) => {
      await Promise.all(['A', 'B', 'C'].map((name) => one.site(owner, name)));
      const resuming = await Listener.open(two, owner.token);
      await waitFor('the events in the log', async () => {
        const { body } = await two.call('GET', '/events?event_type=site.*', { as: owner });
        return body.total >= 5;
      });
      await resuming.subscribe(['site.*'], since);
      await two.site(owner, 'Last');
      for (const each of [stream, resuming])
        await comesWithin(t, 5_000, 'the last event', () => each.told('name').includes('Last'));
      const [, ...rest] = stream.told('name');
      t.same([...rest].sort(), ['A', 'B', 'C', 'Last', 'Without Redis']);
      t.same(resuming.cursors, stream.cursors.slice(1), 'a reader that resumes gets nothing twice');
      resuming.close();
    },
  );

  await t.test('without Redis revocations and switches still reach the other process', async (t) => {
    t.equal(await whoAmI(two, viewer), 200);
    t.equal((await one.call('POST', '/auth/logout', { as: viewer })).status, 204);
    await isDead(t, two, viewer);
    await isClosed(t, socket);
    await one.call('PATCH', '/modules/notifications', { as: owner, body: { enabled: false } });
    await inboxAnswers(t, two, owner, 404);
    await one.call('PATCH', '/modules/notifications', { as: owner, body: { enabled: true } });
    await inboxAnswers(t, two, owner, 200);
  });

  await t.test('when Redis is back all of it recovers by itself', async (t) => {
    for (const platform of both)
      t.equal((await platform.call('GET', '//health')).body.status, 'degraded', 'health said so meanwhile');
    await redis.start();
    for (const platform of both) {
      await waitFor('sign-in', async () => (await signIn(platform, '/auth/login')).status === 200);
      await waitFor('health', async () => {
        const { body } = await platform.call('GET', '//health');
        return body.status === 'healthy';
      });
    }
    await one.site(owner, 'After');
    await comesWithin(t, 1_000, 'the event', () => stream.told('name').includes('After'));
    t.same(
      stream.cursors,
      [...new Set(stream.cursors)].sort((a, b) => a - b),
    );
    const runs = await endedRuns(two, owner, connection, 7);
    t.equal(runs.length, 7);
    t.same(await inboxOf(two, reader), ['A', 'After', 'B', 'Before', 'C', 'Last', 'Without Redis']);
  });
});

const signIn = (platform: Harness, path: string): Promise<Answer> => {
  const login = { login: 'owner@example.com', password: PASSWORD };
  const form = new URLSearchParams({ username: login.login, password: login.password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const from = freshAddress();
  return platform.call(
    'POST',
    path,
    path === '/auth/token' ? { raw: form, headers, from } : { body: login, from },
  );
};

const whoAmI = async (platform: Harness, { token }: Person): Promise<number> =>
  (await platform.call('GET', '/auth/me', { token })).status;

/** Within a second, as a revocation acts on HTTP. */
const isDead = (t: Test, platform: Harness, person: Person) =>
  comesWithin(t, 1_000, 'the end of the session', async () => (await whoAmI(platform, person)) === 401);

const isClosed = (t: Test, socket: Listener) =>
  comesWithin(t, 5_000, 'the end of the socket', () => socket.closedWith !== undefined);

/** Whether the module answers; a switch acts within a second. */
const inboxAnswers = (t: Test, platform: Harness, as: Person, status: number) =>
  comesWithin(
    t,
    1_000,
    `${status} from the inbox`,
    async () => (await platform.call('GET', '/notifications', { as })).status === status,
  );
