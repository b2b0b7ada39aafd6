import t from 'tap';
import { comesWithin } from '../../harness/index.ts';
import { codeFor, form, register, renewal, tokensFor } from '../support/oauth2.ts';
import { MortalRedis, withoutRedis } from '../support/platform/mortal-redis.ts';
import { bootTwins } from '../support/platform/twins.ts';

t.test('two processes whose Redis forgets', { skip: withoutRedis }, async (t) => {
  const redis = await MortalRedis.create();
  t.teardown(() => redis.remove());
  const [one, two] = await bootTwins(t, { redisUrl: redis.url });
  const both = [one, two] as const;
  const admin = await one.person('org_admin');
  const app = await register(one, admin);
  const statusOn = async (platform: typeof one, token: string) =>
    (await platform.call('GET', '/sites', { token })).status;

  await t.test('a grant revoked on one is dead on the other, Redis or not', async (t) => {
    const user = await one.person('viewer');
    const { access_token } = await tokensFor(one, user, app);
    for (const platform of both) t.equal(await statusOn(platform, access_token), 200);
    await redis.flush();
    const { items } = (await one.call('GET', '/oauth2/grants', { as: user })).body;
    t.equal((await one.call('DELETE', `/oauth2/grants/${items[0].id}`, { as: user })).status, 204);
    await redis.flush();
    t.equal(await statusOn(one, access_token), 401);
    const isRefused = async () => (await statusOn(two, access_token)) === 401;
    await comesWithin(t, 1_000, 'the refusal of the other process', isRefused);
    await redis.flush();
    for (const platform of both) t.equal(await statusOn(platform, access_token), 401);
  });

  await t.test('of fifty uses of a code or refresh token over both, one wins', async (t) => {
    const user = await one.person('viewer');
    const fields = await codeFor(one, user, app);
    const raced = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        form(index % 2 === 0 ? one : two, '/oauth2/token', fields, { timeoutMs: 30_000 }),
      ),
    );
    t.equal(raced.filter(({ status }) => status === 200).length, 1);
    const { refresh_token } = await tokensFor(two, user, app);
    const renewed = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        form(index % 2 === 0 ? one : two, '/oauth2/token', renewal(app, refresh_token), {
          timeoutMs: 30_000,
        }),
      ),
    );
    t.equal(renewed.filter(({ status }) => status === 200).length, 1);
  });
});
